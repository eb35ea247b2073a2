import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorBody } from '#contract/common/error-catalog.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'

export const unavailableRetrySeconds = 5

declare module 'fastify' {
  interface FastifyContextConfig {
    repeatsError?: boolean
  }
  interface FastifyReply {
    errorCode?: string
  }
}

const fastifyErrors: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('wrong_media'),
  FST_REQ_FILE_TOO_LARGE: new AppError('too_large'),
  FST_FIELDS_LIMIT: new AppError('body_too_large'),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('body_too_large'),
}

function appErrorOf(error: unknown): AppError {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  if (fastifyErrors[code]) return fastifyErrors[code]
  if (statusCode === 416) return new AppError('range_missing')
  // Everything for which Fastify blames the client: malformed forms, broken URLs, aborted uploads.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('unreadable')
  return toAppError(error)
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = appErrorOf(error)
  const { code, message, fields, status, ...sent } = appError
  const isLogged = appError !== error && status >= 500
  if (isLogged)
    request.log.error(
      { err: error },
      code === 'internal' ? 'request failed' : 'database or storage unavailable',
    )
  const retryAfter = sent.retryAfter ?? (status === 503 ? unavailableRetrySeconds : undefined)
  if (sent.current) void reply.header('etag', sent.current.etag)
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter))
  const { repeatsError } = request.routeOptions.config
  // Clients of such an endpoint show a single text, so the text contains the messages of all
  // fields.
  const text = repeatsError && fields ? Object.values(fields).join(' ') : message
  const body: ErrorBody = {
    message: text,
    code,
    ...(fields && { fields }),
    ...(repeatsError && { error: text }),
    ...(sent.current && { current: sent.current.value }),
    ...(isLogged && { requestId: request.id }),
  }
  reply.errorCode = code
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
