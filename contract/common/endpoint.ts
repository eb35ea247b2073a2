// An endpoint is a value: the server mounts it, the browser calls it, the tests drive it.
import type { z } from 'zod'

export const sides = ['buyer', 'seller'] as const
export type Side = (typeof sides)[number]
export const otherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer')
export const roles = [...sides, 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * The kinds of data that endpoints read and change. A write refreshes the reads that share a topic
 * with it.
 * - `profiles`: what others see of an account (name, status)
 * - `accounts`: what only an account's owner and admins see
 * - `blocks`: blocks between two people
 * - `searches`: a buyer's saved searches
 * - `replies`: a seller's saved replies
 * - `wants`: titles that people wait for
 * - `audit`: the audit log
 * - `removals`: public content that was deleted or hidden, and must disappear everywhere
 */
export const topics = [
  'books',
  'orders',
  'offers',
  'payments',
  'chats',
  'profiles',
  'accounts',
  'addresses',
  'reports',
  'notifications',
  'complaints',
  'saved',
  'searches',
  'replies',
  'wants',
  'blocks',
  'audit',
  'removals',
] as const
export type Topic = (typeof topics)[number]
export const marketTopics: readonly Topic[] = ['books', 'orders', 'profiles', 'removals']

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`, with `{name}` for each field of `input` that is part of it. */
  path: string
  summary: string
  access: 'anyone' | readonly Role[]
  /** Helpers of a shop may not call this or, with names of fields, may not send these. */
  ownerOnly?: true | readonly string[]
  input: z.ZodType<Record<string, unknown>, Record<string, unknown>>
  response: z.ZodType
  status?: 201
  reads?: readonly Topic[]
  changes?: readonly Topic[]
  /** The browser logs this when the read fails without a message from the server. */
  errorLog?: string
  /** The endpoint also accepts multipart/form-data: the fields with files, and their limits. */
  files?: {
    fields: readonly string[]
    maxCount: number
    maxBytes: number
    /** The error codes for too many and too large files. The defaults are for a book's pictures. */
    tooMany?: 'too_many_photos' | 'one_csv'
    tooLarge?: 'csv_too_large'
  }
  expensive?: true
  /** The response is an array with one page of a list. A `Link` header leads to the next page. */
  paged?: true
  /** The response can be large, so the browser waits for minutes. */
  slow?: true
  repeatsError?: true
  /**
   * For data that can be edited: the response has an ETag. A PUT with If-Match changes only that
   * version. If the version is outdated, the error carries the current response of the GET with the
   * same path.
   */
  versioned?: true
  creates?: true
  /**
   * Accepts an Idempotency-Key, so that a retried request has no second effect. Unlike with
   * `creates`, the handler itself recognizes the retry.
   */
  acceptsIdempotencyKey?: true
  /**
   * Fields of the body that have no effect, because clients send back what they have read. Other
   * undeclared fields are refused.
   */
  ignores?: readonly string[]
  /** Sellers’ API tokens may call it. Otherwise only sessions may. */
  apiTokens?: true
  /** Marks a second path of another endpoint. The API documentation leaves it out. */
  alias?: true
}

export type EndpointInput<E extends Endpoint> = z.input<E['input']>
export type ParsedInput<E extends Endpoint> = z.output<E['input']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/**
 * One page of a list. `next` is the cursor of the following page. `total` counts the rows of all
 * pages up to a ceiling; with `isMinimum` there are more.
 */
export type Page<Row> = {
  rows: Row[]
  next?: string | undefined
  total?: number | undefined
  isMinimum?: boolean | undefined
}
export const totalIsMinimumHeader = 'x-total-is-minimum'
export type CallResult<E extends Endpoint> = E extends { paged: true }
  ? Page<ResponseOf<E> extends (infer Row)[] ? Row : never>
  : ResponseOf<E>

export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

/** Creates the same endpoint for buyers and for sellers. */
export const bySide = <E extends Endpoint>(make: (side: Side) => E): Record<Side, E> => ({
  buyer: make('buyer'),
  seller: make('seller'),
})

/** Splits the input into the URL (`/books/42`, and `?search=…` for a GET) and the body. */
export function endpointUrl(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  if (endpoint.method !== 'GET') return { path, rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return { path: query.size > 0 ? `${path}?${query}` : path, rest: {} }
}
