import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { PageContext } from '#contract/pages.ts'
import { pageContext } from '#web/api/preload.ts'

const handlers = new WeakMap<ServerBuild, RequestHandler>()

export function renderPage(
  build: ServerBuild,
  request: Request,
  context: PageContext,
): Promise<Response> {
  let handler = handlers.get(build)
  if (!handler) {
    handler = createRequestHandler(build, import.meta.env.PROD ? 'production' : 'development')
    handlers.set(build, handler)
  }
  const loadContext = new RouterContextProvider()
  loadContext.set(pageContext, context)
  return handler(request, loadContext)
}

/** Logs only server errors, because a missing page isn't an error of the server. */
export function handleError(error: unknown): void {
  const { status } = error as { status?: number }
  if (status === undefined || status >= 500) console.error(error)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
  // Waits for the whole page, because the server caches whole pages and they must be readable
  // without scripts.
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}
