import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { marketTopics, type Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { incompleteHeader, type PageContext, pageQuery } from '#contract/pages.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { deliver, PreparedResponse } from '#server/platform/cache/prepared-response.ts'
import { mayBeStale } from '#server/platform/http/responses/cached-response.ts'
import { unavailableRetrySeconds } from '#server/platform/http/responses/error-response.ts'
import {
  barcodeWorkerPolicy,
  pagePolicy,
  plainPolicy,
  workerPolicy,
} from '#server/platform/http/responses/security-headers.ts'
import { clientAddress, internalAddress } from '#server/platform/limits/addresses.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { busyPage, errorPage, type HtmlPage, sendPlain, unavailablePage } from './plain-pages.ts'

const pageCacheSeconds = 60

type Render = (request: Request, context: PageContext) => Promise<Response>
type RenderPage = (build: unknown, ...page: Parameters<Render>) => Promise<Response>

export const renderBy =
  (load: () => Promise<unknown>): Render =>
  async (request, context) => {
    const build = (await load()) as { entry: { module: { renderPage: RenderPage } } }
    return build.entry.module.renderPage(build, request, context)
  }

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Returns PUBLIC_URL or, if it isn't set, the request's origin. If the Host header is invalid,
 * returns the origin on localhost.
 */
export function publicOrigin(request: FastifyRequest, { config }: AppContext): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  const url = URL.parse(`${request.protocol}://${request.host}`)
  return url && /^https?:$/.test(url.protocol) ? url.origin : `http://localhost:${config.port}`
}

/** Returns a URL on Dobara's own origin, even if the path looks like another host's URL. */
function requestedUrl(request: FastifyRequest, origin: string): URL {
  const requested = URL.parse(request.url, origin)
  const url = new URL(origin)
  url.pathname = requested?.pathname ?? '/'
  url.search = requested?.search ?? ''
  return url
}

/**
 * Returns a page's cache key: its URL with only those query parameters that pages use, in a fixed
 * order.
 */
function pageUrl(request: FastifyRequest, origin: string): string {
  const url = requestedUrl(request, origin)
  const requested = new URLSearchParams(url.search)
  url.search = ''
  for (const name of pageQuery) {
    const value = requested.get(name)
    if (value) url.searchParams.set(name, value)
  }
  return url.href
}

/**
 * Gives scripts a low priority, so that they load after styles, fonts and covers, because pages are
 * readable before their scripts run. React Router's `Scripts` has no property for the priority of
 * these links.
 */
const withLowScriptPriority = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

/** Renders a page. Its API calls stay in this process. Throws if rendering fails. */
async function renderPage(
  app: FastifyInstance,
  origin: string,
  url: string,
  render: Render,
): Promise<HtmlPage> {
  let highestStatus = 0
  const pageContext: PageContext = {
    get: async (path) => {
      // Uses the server's address instead of the visitor's, because a visitor's limits must not
      // break a page that others share.
      const response = await app.inject({
        method: 'GET',
        url: `/api${path}`,
        remoteAddress: internalAddress,
      })
      const { statusCode, headers } = response
      highestStatus = Math.max(highestStatus, statusCode)
      return { status: statusCode, headers, text: response.body }
    },
    origin,
  }
  const response = await render(new Request(url), pageContext)
  if (highestStatus === 503) return unavailablePage
  // A page returns 503 itself if some of its data is missing. Any other 5xx is a bug.
  if (response.status >= 500 && response.status !== 503)
    throw new Error(`the page answered ${response.status}`)
  const isWhole = !response.headers.has(incompleteHeader)
  return {
    // This status tells crawlers that a page is incomplete because some of its data is missing.
    status: highestStatus >= 500 && !isWhole ? 503 : response.status,
    body: withLowScriptPriority(await response.text()),
    location: response.headers.get('location'),
    type: response.headers.get('content-type') ?? 'text/html',
    isWhole,
  }
}

type ReadyPage = Pick<HtmlPage, 'status' | 'location' | 'isWhole'> & { response: PreparedResponse }

function toReadyPage({ body, type, ...page }: HtmlPage, isDev: boolean): ReadyPage {
  const headers = {
    'content-type': type.includes('charset') ? type : `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy(body, isDev),
  }
  return { ...page, response: new PreparedResponse(Buffer.from(body), headers) }
}

const pageTopics: readonly Topic[] = [...marketTopics, 'wants']

export async function sendHtml(
  app: FastifyInstance,
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  render: Render,
  isDev = false,
) {
  const { limits } = context
  const origin = publicOrigin(request, context)
  const url = pageUrl(request, origin)
  const renderUrl = async () => toReadyPage(await renderPage(app, origin, url, render), isDev)
  const options = {
    topics: pageTopics,
    maxAgeSeconds: pageCacheSeconds,
    mayBeStale: mayBeStale(context, request),
    isCacheable: ({ status, isWhole }: ReadyPage) => status === 200 && isWhole,
  }
  const getPage = () => (isDev ? renderUrl() : context.cache.getOrCompute(url, options, renderUrl))
  const kind = /[?&]search=/.test(url) ? 'searches' : 'pages'
  const getLimitedPage = async () => {
    limits.count('pages', request)
    if (kind !== 'pages') limits.count(kind, request)
    return limits.enqueue(kind, clientAddress(request), getPage)
  }
  const page = await getLimitedPage().catch((error: unknown): ReadyPage => {
    if (error instanceof AppError) {
      void reply.header('retry-after', error.retryAfter ?? 1)
      return toReadyPage(busyPage, isDev)
    }
    request.log.error({ err: error, url }, 'page failed')
    return toReadyPage(errorPage, isDev)
  })
  if (page.status === 503) void reply.header('retry-after', unavailableRetrySeconds)
  if (page.location !== null) void reply.header('location', page.location)
  const { status, headers, body } = await deliver(page.response, request.headers)
  return reply
    .status(status === 304 && page.status === 200 ? 304 : page.status)
    .headers(headers)
    .send(body)
}

export const serveFiles = (app: FastifyInstance, { limits }: AppContext, folder: string) =>
  app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, group: 'files' }
    })
    files.addHook('onRequest', async (request) => limits.count('files', request))
    await files.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isWorker = file.startsWith(path.join(folder, 'sw.js'))
        const cacheControl = file.includes(`${path.sep}assets${path.sep}`)
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600'
        // The service worker must be revalidated, because an old one in the cache would keep the
        // old app.
        void reply.header('cache-control', isWorker ? 'no-cache' : cacheControl)
        if (isWorker) void reply.header('content-security-policy', workerPolicy)
        if (path.basename(file).startsWith('barcode-worker-'))
          void reply.header('content-security-policy', barcodeWorkerPolicy)
        if (file === path.join(folder, 'offline.html'))
          void reply.header('content-security-policy', plainPolicy)
      },
    })
  })

/**
 * Redirects a form to its page if it is sent before its scripts have loaded. Forms use POST,
 * because typed text and passwords must not appear in a URL. The body isn't read.
 */
const redirectForms = (app: FastifyInstance, context: AppContext) =>
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', (_request, _body, done) => done(null))
    forms.post('/*', async (request, reply) => {
      try {
        context.limits.count('pages', request)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return sendPlain(reply.header('retry-after', error.retryAfter ?? 1), busyPage)
      }
      return reply.redirect(requestedUrl(request, publicOrigin(request, context)).href, 303)
    })
  })

export async function mountPages(
  app: FastifyInstance,
  context: AppContext,
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  await redirectForms(app, context)
  app.get('/*', send)
}

/** Serves the files and pages of the web build. Throws a StartupError if there is none. */
export async function servePages(app: FastifyInstance, context: AppContext): Promise<void> {
  const serverBuild = path.join(root, 'build/server/index.js')
  if (!existsSync(serverBuild))
    throw new StartupError(
      'The web is not built yet: run `npm run build`, or `npm start`, which does it.',
    )
  const build: unknown = await import(pathToFileURL(serverBuild).href)
  const render = renderBy(async () => build)
  await serveFiles(app, context, path.join(root, 'build/client'))
  await mountPages(app, context, (request, reply) => sendHtml(app, context, request, reply, render))
}
