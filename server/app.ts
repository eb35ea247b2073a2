// The server: the platform first, then the features, in their order.
import { constants as zlib } from 'node:zlib'
import compress from '@fastify/compress'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { sql } from 'kysely'
import type { Topic } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { accountDataRoutes } from '#server/account-data/routes.ts'
import { authRoutes } from '#server/accounts/auth/routes.ts'
import { findLiveSessions, findViewer } from '#server/accounts/auth/sessions.ts'
import { profileRoutes } from '#server/accounts/profile/routes.ts'
import { adminRoutes } from '#server/admin/routes.ts'
import { bookRoutes } from '#server/books/routes.ts'
import { sitemapRoutes } from '#server/books/sitemap.ts'
import { chatRoutes, chatSocketHandlers } from '#server/chats/routes.ts'
import { notificationRoutes } from '#server/notifications/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { photoRoutes } from '#server/photos/routes.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { serveApiDocs } from '#server/platform/http/docs-page.ts'
import { sendError } from '#server/platform/http/error-response.ts'
import { drainBody } from '#server/platform/http/request-body.ts'
import { createMount } from '#server/platform/http/route.ts'
import { limitConnections } from '#server/platform/limits/connection-limits.ts'
import { createRateLimits, trustNearestProxies } from '#server/platform/limits/rate-limits.ts'
import { createLive } from '#server/platform/live/live.ts'
import type { Config } from '#server/platform/operations/config.ts'
import { createJobs } from '#server/platform/operations/jobs.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { createMail, type SendMail } from '#server/platform/operations/mail.ts'
import { createCache, estimateBytes } from '#server/platform/pages/cache.ts'
import { createPageCache } from '#server/platform/pages/page-cache.ts'
import { sendPlain, unreadablePage } from '#server/platform/pages/plain-pages.ts'
import { withMissCache } from '#server/platform/storage/miss-cache.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { pricingRoutes } from '#server/pricing/routes.ts'
import { reportRoutes } from '#server/reports/routes.ts'

export type AppOptions = {
  config: Config
  log: Log
  database: Database
  storage: Storage
  now?: () => Date
  mail?: SendMail | undefined
}
export type App = { app: FastifyInstance; parts: AppContext }

/** Within this time the embedded database writes some tens of MB of log at most. */
const checkpointSeconds = 300
/** The kept answers take at most this many bytes. */
const mostBytes = 32 * 1024 * 1024
/** The slowest lines bring a head in some seconds. */
const headersMs = 20_000
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Builds the server without listening; `pages` adds what answers outside `/api`. */
export async function createApp(
  given: AppOptions,
  pages?: (app: FastifyInstance, parts: AppContext) => Promise<void>,
): Promise<App> {
  const { config, log, database } = given
  /** What every answer carries, so that browsers are strict with it. */
  const strict = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': apiPolicy,
    ...(config.publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
  }
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustNearestProxies(config.trustProxy),
    forceCloseConnections: true,
    // Who is asked something keeps the line longer than who asks: a proxy has it for a minute, a reader of a page for as long as
    // they read. A request that meets the closing of its line would be lost.
    keepAliveTimeout: 72_000,
    // The head of a request comes within this time; how slow a body may be is a matter of its pace.
    http: { headersTimeout: headersMs },
    // Addresses that can't be read never come to a route.
    frameworkErrors: (error, request, reply) => {
      drainBody(request)
      if (request.url.startsWith('/api'))
        return void sendError(error, request, reply.headers(strict))
      sendPlain(reply.headers(strict), unreadablePage)
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  const cache = createCache(mostBytes, Date.now, estimateBytes)
  const pageCache = createPageCache()
  const forgetHere = (topics: readonly Topic[]) => {
    cache.invalidate(topics)
    pageCache.invalidate(topics)
  }
  const limits = await createRateLimits(app, config.rateLimit)
  const parts: AppContext = {
    ...given,
    db: database.db,
    storage: withMissCache(given.storage),
    cache,
    pages: pageCache,
    forget: (topics) => {
      forgetHere(topics)
      parts.live.invalidateElsewhere(topics)
    },
    jobs: createJobs(log),
    findViewer: (tokenHash) => findViewer(database.db, tokenHash, parts.now()),
    live: await createLive(app.server, {
      findViewer: (tokenHash) => findViewer(database.db, tokenHash, parts.now()),
      findAlive: (sessions) => findLiveSessions(database.db, sessions, parts.now()),
      log,
      pool: database.pool,
      invalidateHere: forgetHere,
      limits,
      proxies: config.trustProxy,
    }),
    limits,
    mail: given.mail ?? createMail(config, log),
    now: given.now ?? (() => new Date()),
  }

  // After Socket.IO, which keeps the requests that are its own from whoever listened before it.
  limitConnections(app.server, { log, byAddress: config.rateLimit && config.trustProxy === 0 })

  let closing = false
  // What breaks off because the server closes is no fault of anybody's.
  app.setErrorHandler((error, request, reply) =>
    sendError(
      closing && !(error instanceof AppError) ? new AppError('closing') : error,
      request,
      reply,
    ),
  )
  app.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(strict)
    // What isn't there counts too.
    if (request.url.startsWith('/api') || request.is404) await limits.count('calls', request)
  })
  app.addHook('onResponse', async (request, reply) => {
    drainBody(request)
    log.debug(
      {
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
  })

  const { mount, mounted } = await createMount(app, parts)
  photoRoutes(app, parts)
  sitemapRoutes(app, parts)
  authRoutes(mount, parts)
  notificationRoutes(mount, parts)
  pricingRoutes(mount, parts)
  bookRoutes(mount, parts)
  chatRoutes(mount, parts)
  orderRoutes(mount, parts)
  profileRoutes(mount, parts)
  accountDataRoutes(mount, parts)
  reportRoutes(mount, parts)
  adminRoutes(mount, parts)
  parts.live.listen(chatSocketHandlers(parts))
  parts.jobs.every(60, 'end dead connections', parts.live.endDead)
  // PGlite makes no checkpoint while it is open: its log would grow until the disk is full.
  if (!database.pool)
    parts.jobs.every(
      checkpointSeconds,
      'checkpoint',
      async () => void (await sql`checkpoint`.execute(database.db)),
    )
  serveApiDocs(app, mounted)
  app.all('/api/*', () => {
    throw new AppError('not_found')
  })
  if (pages) await pages(app, parts)

  app.addHook('preClose', () => {
    closing = true
    return parts.live.close()
  })
  app.addHook('onClose', async () => {
    await parts.jobs.close()
    await database.close()
  })
  return { app, parts }
}
