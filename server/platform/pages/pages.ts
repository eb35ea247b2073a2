// The pages: rendered by the web's build, kept whole while what they show stays the same, each answer with its own nonce.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { marketTopics } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { incompleteHeader, type PageContext, pageQuery } from '#contract/pages.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import {
  clientAddress,
  disconnectSignal,
  internalAddress,
} from '#server/platform/limits/rate-limits.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { busyPage, errorPage, type HtmlPage, plainPolicy, unavailablePage } from './plain-pages.ts'

/** The web's server entry, as its build exports it. */
export type RenderPage = (
  build: unknown,
  request: Request,
  context: PageContext,
) => Promise<Response>

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A page is rendered anew after this many seconds, though nothing said that it changed. */
const pageSeconds = 60

/** A page without what it should show may be asked for again after so many seconds. */
const tryAgainSeconds = 5

/** Stands in rendered pages where each answer's own nonce goes. */
const noncePlaceholder = randomBytes(16).toString('hex')

/** The Content-Security-Policy of a page; `nonce` opens exactly its own inline scripts. */
const pagePolicy = (nonce: string, dev: boolean): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    // Vite's client waits in a worker for a server that starts anew.
    ...(dev ? ["worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The address people know this server by; from PUBLIC_URL, else what the request says of it that can be an address. */
export function publicOrigin(request: FastifyRequest, { config }: AppContext): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  const asked = URL.parse(`${request.protocol}://${request.host}`)
  return asked && /^https?:$/.test(asked.protocol)
    ? asked.origin
    : `http://localhost:${config.port}`
}

/** The address with only what pages know of its query, in one order: whatever else is added to it, the page is the same. */
function pageUrl(request: FastifyRequest, origin: string): string {
  const asked = URL.parse(request.url, origin)
  const url = new URL(origin)
  url.pathname = asked?.pathname ?? '/'
  for (const name of pageQuery) {
    const value = asked?.searchParams.get(name)
    if (value) url.searchParams.set(name, value)
  }
  return url.href
}

/** Renders and sends one page; `dev` lets the development server's own scripts connect. */
export async function sendHtml(
  app: FastifyInstance,
  parts: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (request: Request, context: PageContext) => Promise<Response>,
  dev = false,
) {
  const origin = publicOrigin(request, parts)
  const url = pageUrl(request, origin)
  /** The highest status of what the page asked for. */
  let worst = 0
  const context: PageContext = {
    get: async (path) => {
      // By the server for whoever shares the page: one of them who may ask for no more must not spoil it for the others.
      const answer = await app.inject({
        method: 'GET',
        url: `/api${path}`,
        remoteAddress: internalAddress,
      })
      worst = Math.max(worst, answer.statusCode)
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() as unknown }
    },
    nonce: noncePlaceholder,
    origin,
  }
  const render = async (): Promise<HtmlPage> => {
    const response = await run(new Request(url), context)
    if (worst === 503) return unavailablePage
    // 503 is a page's own word for what could not be read; any other fault is one of rendering.
    if (response.status >= 500 && response.status !== 503)
      throw new Error(`the page answered ${response.status}`)
    const isWhole = !response.headers.has(incompleteHeader)
    return {
      // A page that lacks something by a fault of ours isn't what stands at its address.
      status: worst >= 500 && !isWhole ? 503 : response.status,
      body: await response.text(),
      location: response.headers.get('location'),
      type: response.headers.get('content-type') ?? 'text/html',
      isWhole,
    }
  }
  const find = () =>
    dev ? render() : parts.pages.getOrCompute(url, marketTopics, pageSeconds, render)
  const { limits } = parts
  const kind = /[?&]search=/.test(url) ? 'searches' : 'pages'
  const page = await limits
    .count('pages', request)
    .then(() => (kind === 'pages' ? undefined : limits.count(kind, request)))
    .then(() =>
      limits.inTurn(kind, clientAddress(request), find, { gone: disconnectSignal(reply.raw) }),
    )
    .catch((error: unknown): HtmlPage => {
      if (error instanceof AppError) {
        void reply.header('retry-after', error.retryAfter ?? 1)
        return busyPage
      }
      request.log.error({ err: error, url }, 'page failed')
      return errorPage
    })
  const nonce = randomBytes(16).toString('base64')
  if (page.status === 503) void reply.header('retry-after', tryAgainSeconds)
  if (page.location !== null) void reply.header('location', page.location)
  return reply
    .status(page.status)
    .header(
      'content-type',
      page.type.includes('charset') ? page.type : `${page.type}; charset=utf-8`,
    )
    .header('cache-control', 'no-cache')
    .header('content-security-policy', pagePolicy(nonce, dev))
    .send(page.body.replaceAll(noncePlaceholder, nonce))
}

/** Serves the files of a folder, under names that never change their content where they lie in `assets`. */
export const serveFiles = (app: FastifyInstance, { limits }: AppContext, folder: string) =>
  // Apart, so that what counts files counts nothing else.
  app.register(async (files) => {
    files.addHook('onRequest', (request) => limits.count('files', request))
    await files.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isWorker = file.startsWith(path.join(folder, 'sw.js'))
        const age = file.includes(`${path.sep}assets${path.sep}`)
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600'
        // A browser that kept an old service worker would keep an old shop; and it may ask this server, as a page may.
        void reply.header('cache-control', isWorker ? 'no-cache' : age)
        if (isWorker) void reply.header('content-security-policy', "default-src 'self'")
        if (file === path.join(folder, 'offline.html'))
          void reply.header('content-security-policy', plainPolicy)
      },
    })
  })

/** Serves the built web: its files, and every page. */
export async function servePages(app: FastifyInstance, parts: AppContext): Promise<void> {
  const server = path.join(root, 'build/server/index.js')
  if (!existsSync(server))
    throw new StartupError(
      'The web is not built yet: run `npm run build`, or `npm start`, which does it.',
    )
  const build = (await import(pathToFileURL(server).href)) as {
    entry: { module: { renderPage: RenderPage } }
  }
  await serveFiles(app, parts, path.join(root, 'build/client'))
  app.get('/*', (request, reply) =>
    sendHtml(app, parts, request, reply, (asked, context) =>
      build.entry.module.renderPage(build, asked, context),
    ),
  )
}
