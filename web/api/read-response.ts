import { type CallResult, type Endpoint, totalIsMinimumHeader } from '#contract/common/endpoint.ts'
import { AppError, ErrorBody, knownCode } from '#contract/common/error-catalog.ts'
import { parseLeniently } from './parse-leniently.ts'

/** Thrown if the server couldn't be reached or its response can't be read. */
export class UnreachableError extends Error {
  constructor() {
    super('No connection to Dobara. Please check your network and try again.')
    this.name = 'Unreachable'
  }
}

/** Thrown for a write that failed while the browser was offline. Nothing sends the write later. */
export class OfflineWriteError extends UnreachableError {}

export type RawResponse = {
  status: number
  header: (name: string) => string | null
  text: string
}

const PartialErrorBody = ErrorBody.partial()

/**
 * Returns the seconds of a Retry-After header, or 0 if it is missing. Our server sends no dates in
 * it.
 */
const retryDelaySeconds = (header: string | null): number =>
  Math.max(0, Number.parseInt(header ?? '', 10) || 0)

function readError(body: object, { status, header }: RawResponse): AppError {
  const { message, error, code, fields } = parseLeniently(PartialErrorBody, body)
  return new AppError(knownCode(code), {
    message: message || error || '',
    fields,
    retryAfter: retryDelaySeconds(header('retry-after')),
    status,
  })
}

function parseBody(text: string): object {
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new UnreachableError()
  }
  // The response may be from a proxy instead of the server.
  if (typeof body !== 'object' || body === null) throw new UnreachableError()
  return body
}

/** Returns the endpoint's result. Throws the server's AppError, or else UnreachableError. */
export function readResponse<E extends Endpoint>(
  endpoint: E,
  response: RawResponse,
): CallResult<E> {
  const body = parseBody(response.text)
  if (response.status >= 400) throw readError(body, response)
  if (Array.isArray(body) !== (endpoint.response._zod.def.type === 'array'))
    throw new UnreachableError()
  const result = parseLeniently(endpoint.response, body)
  if (!endpoint.paged) return result as CallResult<E>
  const nextLink = /<([^>]+)>; rel="next"/.exec(response.header('link') ?? '')?.[1]
  const total = response.header('x-total-count')
  return {
    rows: result,
    next:
      nextLink === undefined
        ? undefined
        : (new URL(nextLink, 'http://dobara').searchParams.get('cursor') ?? undefined),
    total: total === null ? undefined : Number(total),
    isMinimum: response.header(totalIsMinimumHeader) !== null ? true : undefined,
  } as CallResult<E>
}
