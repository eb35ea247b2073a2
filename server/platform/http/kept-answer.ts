// Answers that are the same for many.
import type { FastifyReply } from 'fastify'
import { type Endpoint, marketTopics, type Page } from '#contract/common/endpoint.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Answer, deliver, keptHeader, toAnswer } from '#server/platform/cache/answer.ts'
import type { Cache, Shows } from '#server/platform/cache/cache.ts'
import { clientAddress, internalAddress } from '#server/platform/limits/rate-limits.ts'
import { pageHeaders } from './paging.ts'
import type { IncomingRequest } from './request-context.ts'

/** A value with what it shows. */
export type Shown<T> = { value: T; shows: Shows }

/** What a handler returns in the place of a value that may be kept. */
export class Kept<T> {
  readonly #key: string
  readonly #maxAgeSeconds: number
  readonly #compute: () => Promise<Shown<T>>

  constructor(key: string, maxAgeSeconds: number, compute: () => Promise<Shown<T>>) {
    this.#key = key
    this.#maxAgeSeconds = maxAgeSeconds
    this.#compute = compute
  }

  /** The answer, made once for all who ask for it at the same time. */
  async find(cache: Cache, endpoint: Endpoint, link: (next: string) => string) {
    const options = {
      topics: marketTopics,
      maxAgeSeconds: this.#maxAgeSeconds,
      shows: ({ shows }: Answer) => shows,
    }
    const answer = await cache.getOrCompute(this.#key, options, () => this.#make(endpoint, link))
    return new FoundAnswer(this.#key, answer)
  }

  async #make(endpoint: Endpoint, link: (next: string) => string): Promise<Answer> {
    const { value, shows } = await this.#compute()
    const page = endpoint.paged ? (value as Page<unknown>) : undefined
    const json = JSON.stringify(endpoint.response.parse(page ? page.rows : value))
    return toAnswer(Buffer.from(json), {
      shows,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        // The browser keeps it too, and asks each time whether it still holds.
        'cache-control': 'no-cache',
        ...(page && pageHeaders(page, link)),
      },
    })
  }
}

export class FoundAnswer {
  readonly key: string
  readonly answer: Answer
  constructor(key: string, answer: Answer) {
    this.key = key
    this.answer = answer
  }
}

/** Sends a kept answer; to strangers it is sent without the router from then on. */
export async function sendAnswer(
  { cache, shortcuts }: Pick<AppContext, 'cache' | 'shortcuts'>,
  { viewers, request, reply }: Pick<IncomingRequest, 'viewers' | 'request' | 'reply'>,
  kind: 'calls' | 'searches',
  { key, answer }: FoundAnswer,
): Promise<FastifyReply> {
  if (clientAddress(request) === internalAddress) void reply.header(keptHeader, key)
  else if (kind === 'calls' && viewers.length === 0)
    shortcuts.add(request.raw, {
      count: 'calls',
      find: () => cache.find(key) as Answer | undefined,
    })
  const { status, headers, body } = await deliver(answer, request.headers)
  return reply.status(status).headers(headers).send(body)
}
