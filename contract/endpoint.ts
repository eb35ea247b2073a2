// An endpoint is a value: the server mounts it, the browser calls it, the tests drive it.
import type { z } from 'zod'

/** The two sides of a trade, and of its chat. */
export const sides = ['buyer', 'seller'] as const
export type Side = (typeof sides)[number]
export const roles = [...sides, 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * What a write changes and a read shows. A read is refreshed when a write changes one of its topics. `people` is what others
 * see of a person, as the market does: name and standing; `accounts` is what only the person and admins see.
 */
export const topics = [
  'books',
  'orders',
  'chats',
  'people',
  'accounts',
  'reports',
  'notices',
] as const
export type Topic = (typeof topics)[number]
/** What the market shows hangs on these: on books, on their orders, and on how their sellers and reviewers stand. */
export const marketTopics: readonly Topic[] = ['books', 'orders', 'people']

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`, with `{name}` for each part that `input` fills. */
  path: string
  /** One line for the API's reader. */
  summary: string
  access: 'anyone' | readonly Role[]
  input: z.ZodType<Record<string, unknown>, Record<string, unknown>>
  response: z.ZodType
  reads?: readonly Topic[]
  /** What the browser logs where a failed read leaves its screen empty, and the server said nothing. */
  errorLog?: string
  changes?: readonly Topic[]
  /** Takes multipart/form-data too: the fields that carry pictures, how many pictures each, and how many bytes one may have. */
  files?: { fields: readonly string[]; maxCount: number; maxBytes: number }
  /** Reads so many rows that it counts as a search. */
  expensive?: true
  /** The reply is one page of an array; more is announced by a `Link` header. */
  paged?: true
  /** The reply is an object that is written as it is read: it may be long, and may break off. */
  streamed?: true
  /** Its failures say their sentence once more as `error`. */
  repeatsError?: true
  /** Makes something, once for each Idempotency-Key: the same request again is answered by what the first one made. */
  creates?: true
  /** Takes an Idempotency-Key too, and sees by itself that nothing is made twice. */
  acceptsIdempotencyKey?: true
  /** A second address of another endpoint, which the API's description leaves out. */
  alias?: true
  /** Status of a success; 200 unless told. */
  status?: 201
}

export type EndpointInput<E extends Endpoint> = z.input<E['input']>
export type ParsedInput<E extends Endpoint> = z.output<E['input']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** One page of a list: `next` is the cursor of the following page, `total` counts all pages. */
export type Page<Row> = { rows: Row[]; next?: string | undefined; total?: number | undefined }
/** What a call resolves to: a page for paged endpoints, the reply itself for all others. */
export type CallResult<E extends Endpoint> = E extends { paged: true }
  ? Page<ResponseOf<E> extends (infer Row)[] ? Row : never>
  : ResponseOf<E>

/** Declares an endpoint; it only keeps the literal types. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

/** Splits an ask into the address (`/books/42`, with `?search=…` for reads) and what is left for the body. */
export function endpointUrl(
  point: Endpoint,
  ask: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...ask }
  const path = point.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  if (point.method !== 'GET') return { path, rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return { path: query.size > 0 ? `${path}?${query}` : path, rest: {} }
}
