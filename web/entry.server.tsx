// The server's way into the web: one request in, one whole page out.
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
import { pageContext } from '#web/api/page-context.ts'

const handlers = new WeakMap<ServerBuild, RequestHandler>()

/** Renders the page for a request with this build of the web. */
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
  const load = new RouterContextProvider()
  load.set(pageContext, context)
  return handler(request, load)
}

/** A page that doesn't exist, or a link that is gone, is no fault of the server's. */
export function handleError(error: unknown): void {
  const { status } = error as { status?: number }
  if (status === undefined || status >= 500) console.error(error)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: RouterContextProvider,
) {
  const { nonce } = load.get(pageContext)
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
    { nonce },
  )
  // The whole page at once: it is kept and sent again, and readers without scripts get all of it.
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}
