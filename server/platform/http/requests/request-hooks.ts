// Hooks that run for every request, on any route.
import type { IncomingMessage, Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { constants as zlib } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/error-catalog.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { minCompressedBytes } from '#server/platform/cache/prepared-response.ts'
import {
  sendError,
  unavailableRetrySeconds,
} from '#server/platform/http/responses/error-response.ts'
import { securityHeaders } from '#server/platform/http/responses/security-headers.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { clientAddress, internalAddress } from '#server/platform/limits/addresses.ts'
import { logFields, newLogId, withLogFields } from '#server/platform/operations/log.ts'
import { logRefusedAccess } from '#server/platform/operations/security-log.ts'
import { sendPlain, unavailablePage } from '#server/platform/pages/plain-pages.ts'

export const requestIdHeader = 'x-request-id'
const finishRequestsMs = 2000

declare module 'fastify' {
  interface FastifyRequest {
    /** The viewer of the request's session. Unset for public endpoints. */
    caller?: Viewer | undefined
  }
  interface FastifyContextConfig {
    /** The name of the route in metrics, if its pattern serves several kinds of files. */
    group?: string
  }
}

/** Call this first, because other preClose hooks wait for requests to end. */
export function watchClosing(app: FastifyInstance): () => boolean {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  return () => isClosing
}

/**
 * Returns a function that waits, within a time limit, until running requests are answered. Call
 * this before Socket.IO listens, because long-polling requests run as long as they can.
 */
export function watchRequests(server: Server): () => Promise<unknown> {
  const running = new Set<Promise<unknown>>()
  server.on('request', (_, response) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.add(promise)
    response.once('close', () => {
      running.delete(promise)
      resolve()
    })
  })
  return () =>
    Promise.race([Promise.all(running), setTimeout(finishRequestsMs, undefined, { ref: false })])
}

/**
 * Returns a function that gives each request an id. An id that a trusted proxy sends is reused; ids
 * from other clients aren't. A page's requests to this server share the page's id.
 */
export const createRequestIds =
  (proxies: number) =>
  ({ headers, socket }: IncomingMessage): string => {
    const given =
      socket.remoteAddress === internalAddress
        ? logFields()?.requestId
        : proxies > 0 && headers[requestIdHeader]
    return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : newLogId()
  }

const routeOf = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unknown' : (routeOptions.config.group ?? routeOptions.url ?? 'unknown')

function measure(
  { requests, requestSeconds, errors }: AppContext['metrics'],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // The server's requests to itself are counted as part of the page that they belong to.
  if (request.ip === internalAddress) return
  const route = routeOf(request)
  requests.inc({ method: request.method, route, status: reply.statusCode })
  requestSeconds.observe({ route }, reply.elapsedTime / 1000)
  if (reply.errorCode !== undefined) errors.inc({ code: reply.errorCode })
}

export async function addHooks(
  app: FastifyInstance,
  { config, log, limits, metrics }: AppContext,
  isClosing: () => boolean,
): Promise<void> {
  const headers = securityHeaders(config)
  // An error other than AppError while the server is closing is caused by that, and isn't a bug.
  app.setErrorHandler((error, request, reply) => {
    const shown = isClosing() && !(error instanceof AppError) ? new AppError('closing') : error
    void sendError(shown, request, reply)
    const { caller } = request
    if (caller && reply.errorCode !== undefined)
      logRefusedAccess(log, {
        ...caller,
        address: clientAddress(request),
        to: `${request.method} ${routeOf(request)}`,
        code: reply.errorCode,
      })
    return reply
  })
  app.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  app.addHook('onRequest', (request, _reply, done) =>
    withLogFields({ requestId: request.id }, done),
  )
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers).header(requestIdHeader, request.id)
    const isApi = request.url.startsWith('/api')
    if (isClosing()) {
      void reply.header('connection', 'close')
      if (isApi) throw new AppError('closing')
      return sendPlain(reply.header('retry-after', unavailableRetrySeconds), unavailablePage)
    }
    if (isApi || request.is404) limits.count('calls', request)
  })
  app.addHook('onResponse', async (request, reply) => {
    measure(metrics, request, reply)
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  await app.register(compress, {
    threshold: minCompressedBytes,
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
