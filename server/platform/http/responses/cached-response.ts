import type { FastifyReply } from 'fastify'
import { type Endpoint, marketTopics, type Page } from '#contract/common/endpoint.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Cache } from '#server/platform/cache/cache.ts'
import type { Dependencies } from '#server/platform/cache/dependencies.ts'
import {
  cacheKeyHeader,
  deliver,
  encodeCacheKey,
  type PreparedResponse,
  prepareResponse,
} from '#server/platform/cache/prepared-response.ts'
import { pageHeaders } from '#server/platform/http/paging.ts'
import type { IncomingRequest } from '#server/platform/http/requests/request-context.ts'
import { clientAddress, internalAddress } from '#server/platform/limits/addresses.ts'

/** JSON that was put together of what a schema has let through, of a page its rows. */
export class WrittenJson {
  readonly json: string
  readonly page: Omit<Page<unknown>, 'rows'> | undefined
  constructor(json: string, page?: Omit<Page<unknown>, 'rows'>) {
    this.json = json
    this.page = page
  }
}

type Computed<T> = { value: T | WrittenJson; dependencies: Dependencies }

/** What a handler returns in the place of a value that may be cached. */
export class CachedResponse<T> {
  readonly #key: string
  readonly #maxAgeSeconds: number
  readonly #compute: () => Promise<Computed<T>>

  constructor(key: string, maxAgeSeconds: number, compute: () => Promise<Computed<T>>) {
    this.#key = key
    this.#maxAgeSeconds = maxAgeSeconds
    this.#compute = compute
  }

  async find(cache: Cache, endpoint: Endpoint, link: (next: string) => string) {
    const options = {
      topics: marketTopics,
      maxAgeSeconds: this.#maxAgeSeconds,
      dependenciesOf: ({ dependencies }: PreparedResponse) => dependencies,
    }
    const response = await cache.getOrCompute(this.#key, options, () => this.#make(endpoint, link))
    return new FoundResponse(this.#key, response)
  }

  async #make(endpoint: Endpoint, link: (next: string) => string): Promise<PreparedResponse> {
    const { value, dependencies } = await this.#compute()
    const { json, page } = value instanceof WrittenJson ? value : writeJson(endpoint, value)
    return prepareResponse(Buffer.from(json), {
      dependencies,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        // The browser caches it too, and asks each time whether it still holds.
        'cache-control': 'no-cache',
        ...(page && pageHeaders(page, link)),
      },
    })
  }
}

function writeJson(endpoint: Endpoint, value: unknown): WrittenJson {
  const page = endpoint.paged ? (value as Page<unknown>) : undefined
  return new WrittenJson(JSON.stringify(endpoint.response.parse(page ? page.rows : value)), page)
}

export const cachedJson = (
  key: string,
  maxAgeSeconds: number,
  compute: () => Promise<{ value: WrittenJson; dependencies: Dependencies }>,
): CachedResponse<never> => new CachedResponse<never>(key, maxAgeSeconds, compute)

export class FoundResponse {
  readonly key: string
  readonly response: PreparedResponse
  constructor(key: string, response: PreparedResponse) {
    this.key = key
    this.response = response
  }
}

/** Sends a cached response; to strangers it is sent without the router from then on. */
export async function sendCachedResponse(
  { cache, shortcuts }: Pick<AppContext, 'cache' | 'shortcuts'>,
  { viewers, request, reply }: Pick<IncomingRequest, 'viewers' | 'request' | 'reply'>,
  kind: 'calls' | 'searches',
  { key, response }: FoundResponse,
): Promise<FastifyReply> {
  if (clientAddress(request) === internalAddress)
    void reply.header(cacheKeyHeader, encodeCacheKey(key))
  else if (kind === 'calls' && viewers.length === 0)
    shortcuts.add(request.raw, {
      route: request.routeOptions.url ?? 'unknown',
      count: 'calls',
      find: (options) => cache.find(key, options) as PreparedResponse | undefined,
    })
  const { status, headers, body } = await deliver(response, request.headers)
  return reply.status(status).headers(headers).send(body)
}
