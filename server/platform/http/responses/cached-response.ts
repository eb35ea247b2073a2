// Responses that many visitors share. They are prepared once and cached by URL.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, marketTopics, type Page, type Topic } from '#contract/common/endpoint.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { deliver, PreparedResponse } from '#server/platform/cache/prepared-response.ts'
import { pageHeaders } from '#server/platform/http/paging.ts'
import { clientAddress, internalAddress } from '#server/platform/limits/addresses.ts'

type CacheOptions = {
  maxAgeSeconds: number
  /** The response is invalidated when one of these topics changes. */
  topics?: readonly Topic[]
  /**
   * The group of readers that shares the response, if other readers get a different one at the same
   * URL.
   */
  readers?: string | undefined
}

/**
 * A handler's result that is the same for all requests for a URL. It is computed only if it isn't
 * cached.
 */
export class CacheableResponse<T> {
  readonly options: CacheOptions
  readonly compute: () => Promise<T>

  constructor(options: CacheOptions, compute: () => Promise<T>) {
    this.options = options
    this.compute = compute
  }
}

type Context = Pick<AppContext, 'cache' | 'changes'>

/**
 * Whether an outdated response may be sent. It may not be sent to a page that is rendered on the
 * server, which may itself be cached, or to somebody who has just written something.
 */
export function mayBeStale({ changes }: Context, request: FastifyRequest): boolean {
  const address = clientAddress(request)
  return address !== internalAddress && !changes.isWriter(address)
}

function keyOf(url: string, { access }: Endpoint, { readers }: CacheOptions): string {
  const known = readers ?? (access === 'anyone' ? undefined : access.join())
  return known === undefined ? url : `${url} for ${known}`
}

/** Returns the prepared response. Computes it if it isn't cached. */
export const findPrepared = (
  context: Context,
  { endpoint, request }: { endpoint: Endpoint; request: FastifyRequest },
  { options, compute }: CacheableResponse<unknown>,
  link: (next: string) => string,
): Promise<PreparedResponse> =>
  context.cache.getOrCompute(
    keyOf(request.url, endpoint, options),
    {
      topics: options.topics ?? marketTopics,
      maxAgeSeconds: options.maxAgeSeconds,
      mayBeStale: mayBeStale(context, request),
    },
    async () => {
      const value = await compute()
      const page = endpoint.paged ? (value as Page<unknown>) : undefined
      const json = JSON.stringify(endpoint.response.parse(page ? page.rows : value))
      return new PreparedResponse(Buffer.from(json), {
        'content-type': 'application/json; charset=utf-8',
        // The browser may cache the response, but must revalidate it each time.
        'cache-control': 'no-cache',
        ...(page && pageHeaders(page, link)),
      })
    },
  )

export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PreparedResponse,
): Promise<FastifyReply> {
  const { status, headers, body } = await deliver(response, request.headers)
  return reply.status(status).headers(headers).send(body)
}
