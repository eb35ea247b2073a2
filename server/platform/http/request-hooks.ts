// What happens to every request, whichever route answers it.
import { constants as zlib } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { sendPlain, unavailablePage } from '#server/platform/pages/plain-pages.ts'
import { sendError } from './error-response.ts'
import { unavailableRetrySeconds } from './policy.ts'
import { drainBody } from './request-body.ts'
import { securityHeaders } from './security-headers.ts'

/** Call it first: other hooks before the server closes wait for requests to end. */
export function watchClosing(app: FastifyInstance): () => boolean {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  return () => isClosing
}

export async function addHooks(
  app: FastifyInstance,
  { config, log, limits }: AppContext,
  isClosing: () => boolean,
): Promise<void> {
  const headers = securityHeaders(config)
  // Requests that fail because the server closes are no bugs.
  app.setErrorHandler((error, request, reply) =>
    sendError(
      isClosing() && !(error instanceof AppError) ? new AppError('closing') : error,
      request,
      reply,
    ),
  )
  app.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers)
    const isApi = request.url.startsWith('/api')
    if (isClosing()) {
      void reply.header('connection', 'close')
      if (isApi) throw new AppError('closing')
      return sendPlain(reply.header('retry-after', unavailableRetrySeconds), unavailablePage)
    }
    if (isApi || request.is404) await limits.count('calls', request)
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
}
