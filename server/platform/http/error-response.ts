// How a thrown thing becomes an answer in the contract's shape.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorBody } from '#contract/errors.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    repeatsError?: boolean
  }
}

const fastifyFaults: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('wrong_media'),
  FST_REQ_FILE_TOO_LARGE: new AppError('too_large'),
  FST_FIELDS_LIMIT: new AppError('body_too_large'),
}

/** So many seconds after which it is worth trying again, where nobody knows when the server can be reached. */
const tryAgainSeconds = 5

/** What a thrown thing tells the caller; undefined for faults of our own. */
function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  if (fastifyFaults[code]) return fastifyFaults[code]
  if (statusCode === 416) return new AppError('range_missing')
  // Malformed multipart bodies, broken URLs, aborted uploads: whatever Fastify or its parsers blame on the caller.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('unreadable')
  return isUnavailable(error) ? new AppError('unavailable') : undefined
}

/** Answers every refusal and fault of the API in the contract's shape. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  // A refusal is no fault; what it hides is, unless it was thrown as one.
  if (refusal?.code === 'unavailable' && refusal !== error)
    request.log.error({ err: error }, 'database or store out of reach')
  if (!refusal) request.log.error({ err: error }, 'request failed')
  const { code, message, fields, status, ...refused } = refusal ?? new AppError('internal')
  const retryAfter = refused.retryAfter ?? (status === 503 ? tryAgainSeconds : undefined)
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter))
  const { repeatsError } = request.routeOptions.config
  // Where no form places them beside their fields, each wrong field has its sentence in the one that is read.
  const said = repeatsError && fields ? Object.values(fields).join(' ') : message
  const body: ErrorBody = {
    message: said,
    code,
    ...(fields && { fields }),
    ...(repeatsError && { error: said }),
  }
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
