import { type FastifyInstance, fastify, LogController } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { accountDataRoutes } from '#server/account-data/routes.ts'
import { apiTokenRoutes } from '#server/accounts/api-tokens/routes.ts'
import { findApiViewer } from '#server/accounts/api-tokens/store.ts'
import { authRoutes } from '#server/accounts/auth/routes.ts'
import { findLiveSessions, findViewer } from '#server/accounts/auth/sessions.ts'
import { profileRoutes } from '#server/accounts/profile/routes.ts'
import { helperRoutes } from '#server/accounts/shop-helpers/routes.ts'
import { lockHelper } from '#server/accounts/shop-helpers/store.ts'
import { adminRoutes } from '#server/admin/routes.ts'
import { sitemapRoutes } from '#server/books/market/sitemap.ts'
import { bookRoutes } from '#server/books/routes.ts'
import { replyRoutes } from '#server/chats/replies.ts'
import { chatRoutes, chatSocketHandlers } from '#server/chats/routes.ts'
import { contactRoutes, serveSecurityTxt } from '#server/contact/routes.ts'
import { createCheckRing } from '#server/exchanges/rings/find-rings.ts'
import { exchangeRoutes } from '#server/exchanges/routes.ts'
import { blockRoutes } from '#server/moderation/blocks.ts'
import { complaintRoutes } from '#server/moderation/complaints/routes.ts'
import { problemPhotoRoute, problemRoutes } from '#server/moderation/problems/routes.ts'
import { unsubscribeRoutes } from '#server/notifications/mail.ts'
import { notificationRoutes } from '#server/notifications/routes.ts'
import { findChatDeals, findOfferedBookIds } from '#server/offers/chat-deals.ts'
import { offerRoutes } from '#server/offers/routes.ts'
import { insertDeal } from '#server/offers/store.ts'
import { meetingRoutes } from '#server/orders/meetings/routes.ts'
import { paymentRoutes } from '#server/orders/payments/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { photoRoutes } from '#server/photos/routes.ts'
import { placeRoutes } from '#server/places/routes.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { createCache } from '#server/platform/cache/cache.ts'
import { createChanges } from '#server/platform/cache/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { autovacuum } from '#server/platform/database/vacuum.ts'
import { serveHealth } from '#server/platform/http/health.ts'
import { serveApiDocs } from '#server/platform/http/openapi/api-docs.ts'
import {
  addHooks,
  createRequestIds,
  requestIdHeader,
  watchClosing,
  watchRequests,
} from '#server/platform/http/requests/request-hooks.ts'
import { sendError } from '#server/platform/http/responses/error-response.ts'
import { securityHeaders } from '#server/platform/http/responses/security-headers.ts'
import { createMount } from '#server/platform/http/route.ts'
import { trustNearestProxies } from '#server/platform/limits/addresses.ts'
import { deleteExpiredUses } from '#server/platform/limits/quotas.ts'
import { createRateLimits } from '#server/platform/limits/rate-limits.ts'
import { createLive } from '#server/platform/live/live.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import type { Config } from '#server/platform/operations/config.ts'
import { createJobs } from '#server/platform/operations/jobs.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { countMails, createMail, type SendMail } from '#server/platform/operations/mail.ts'
import { sendPlain, unreadablePage } from '#server/platform/pages/plain-pages.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { pricingRoutes } from '#server/pricing/routes.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { passReservationsOn } from '#server/wishlist/queue/queue.ts'
import { wishlistRoutes } from '#server/wishlist/routes.ts'
import { followSeller } from '#server/wishlist/wants/store.ts'
import { namedSchemas } from './named-schemas.ts'

export type AppOptions = {
  config: Config
  log: Log
  database: Database
  storage: Storage
  now?: () => Date
  mail?: SendMail | undefined
  /** Whether jobs also run at their intervals. Tests run the jobs themselves. */
  hasTimedJobs?: boolean
  /** For how many milliseconds after a change other viewers may still see the old state. */
  maxStaleMs?: number
}
export type App = { app: FastifyInstance; context: AppContext }
type ServePages = (app: FastifyInstance, context: AppContext) => Promise<void>

/** Enough for 10,000 live connections and as many others. */
const maxConnections = 20_000

const createFastify = ({ config, log }: AppOptions): FastifyInstance =>
  fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustNearestProxies(config.trustProxy),
    genReqId: createRequestIds(config.trustProxy),
    // The log adds the request's id to each line, so no child loggers are needed.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: true,
    // Longer than proxies keep idle connections (a minute). A request that a proxy sends while the
    // server closes the connection would be lost.
    keepAliveTimeout: 72_000,
    connectionTimeout: 120_000,
    // The time limit for receiving a whole request with its body.
    requestTimeout: 600_000,
    // `addHooks` answers the requests that arrive while the server closes, with an error code.
    return503OnClosing: false,
    http: {
      headersTimeout: 20_000,
      // Ignores upgrades other than Socket.IO's (RFC 9110, 7.8). By default, Socket.IO would close
      // their connections.
      shouldUpgradeCallback: ({ url, headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith('/socket.io/') === true,
    },
    frameworkErrors: (error, request, reply) => {
      const headers = { ...securityHeaders(config), [requestIdHeader]: request.id }
      if (request.url.startsWith('/api'))
        return void sendError(error, request, reply.headers(headers))
      sendPlain(reply.headers(headers), unreadablePage)
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance

async function createContext(app: FastifyInstance, options: AppOptions): Promise<AppContext> {
  const { config, log, database } = options
  const { db } = database
  const now = options.now ?? (() => new Date())
  const mail = options.mail ?? createMail(config, log)
  const metrics = createMetrics()
  const cache = createCache((result) => metrics.cacheRequests.inc({ result }), options.maxStaleMs)
  const changes = createChanges(cache)
  metrics.show('database_waiting', 'Transactions that wait for a connection', database.waiting)
  metrics.show('cache_bytes', 'The size of what is cached, estimated', cache.bytes)
  const limits = createRateLimits(metrics, config.rateLimit)
  const finishRequests = watchRequests(app.server)
  const live = await createLive(app.server, {
    findViewer: (tokenHash) => findViewer(db, tokenHash, now()),
    findActiveSessions: (sessions) => findLiveSessions(db, sessions, now()),
    log,
    direct: database.direct,
    changes,
    limits,
    metrics,
    headers: securityHeaders(config),
    proxies: config.trustProxy,
    publicUrl: config.publicUrl,
  })
  app.addHook('preClose', async () => {
    await Promise.all([live.stop(), finishRequests()])
  })
  app.addHook('onClose', live.close)
  return {
    ...options,
    db,
    cache,
    changes,
    metrics,
    jobs: createJobs({ log, metrics, isTimed: options.hasTimedJobs ?? true }),
    findViewer: (tokenHash, isApiToken) =>
      (isApiToken ? findApiViewer : findViewer)(db, tokenHash, now()),
    lockHelper,
    live,
    limits,
    mail: mail && countMails(mail, metrics),
    now,
  }
}

async function mountFeatures(
  app: FastifyInstance,
  context: AppContext,
): Promise<readonly Endpoint[]> {
  const { mount, mounted } = await createMount(app, context)
  serveHealth(app, context)
  serveSecurityTxt(app, context)
  photoRoutes(app, context)
  problemPhotoRoute(app, context)
  sitemapRoutes(app, context)
  unsubscribeRoutes(app, context)
  contactRoutes(mount, context)
  placeRoutes(mount)
  authRoutes(mount, context, { followSeller })
  helperRoutes(mount, context)
  notificationRoutes(mount, context)
  pricingRoutes(mount, context)
  const checkRing = createCheckRing(context)
  bookRoutes(mount, context, {
    checkRing,
    passReservationsOn: (bookIds) => passReservationsOn(context, { bookIds }),
  })
  chatRoutes(mount, context, { findDeals: findChatDeals })
  replyRoutes(mount, context)
  blockRoutes(mount, context, { checkRing })
  wishlistRoutes(mount, context, { checkRing })
  orderRoutes(mount, context, { insertDeal })
  problemRoutes(mount, context)
  meetingRoutes(mount, context)
  exchangeRoutes(mount, context)
  offerRoutes(mount, context)
  paymentRoutes(mount, context)
  profileRoutes(mount, context, { followSeller })
  apiTokenRoutes(mount, context)
  accountDataRoutes(mount, context)
  reportRoutes(mount, context)
  adminRoutes(mount, context)
  complaintRoutes(mount, context)
  context.live.listen(chatSocketHandlers(context, { findOfferedBookIds }))
  return mounted
}

export async function createApp(options: AppOptions, servePages?: ServePages): Promise<App> {
  const { log, database } = options
  const app = createFastify(options)
  const isClosing = watchClosing(app)
  const context = await createContext(app, options)
  const { jobs, live } = context
  app.server.maxConnections = maxConnections
  // Logs errors such as too many open files. Before the server listens, listen() throws them
  // instead.
  app.server.on(
    'error',
    (error) => app.server.listening && log.warn({ error }, 'a connection could not be accepted'),
  )
  await addHooks(app, context, isClosing)
  const endpoints = await mountFeatures(app, context)
  jobs.every(60, 'disconnect expired sessions', live.endExpiredSessions)
  jobs.every(600, 'delete expired quota uses', () => deleteExpiredUses(database.db, context.now()))
  // PostgreSQL runs both by itself. PGlite's log grows by tens of megabytes in five minutes.
  if (!database.pool) {
    jobs.every(300, 'checkpoint', async () => void (await sql`checkpoint`.execute(database.db)))
    jobs.every(60, 'autovacuum', () => autovacuum(database.db))
  }
  await serveApiDocs(app, endpoints, namedSchemas, context.limits)
  app.all('/api/*', () => {
    throw new AppError('not_found')
  })
  if (servePages) await servePages(app, context)

  app.addHook('onClose', async () => {
    await jobs.close()
    await database.close()
  })
  return { app, context: context }
}
