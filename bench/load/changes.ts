// Price changes by the sellers themselves, while others read; each must be seen by another reader
// soon after it was answered.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { emailOf, password } from '#bench/market/ids.ts'
import { seeded } from '#server/demo/random.ts'
import { fetchJson } from './bare.ts'
import { percentile } from './http-load.ts'
import { zipf } from './zipf.ts'

/** A book, and the addresses that show it whatever its price. */
export type ChangedBook = { id: string; seller: number; shownAt: readonly string[] }

type Shown = { _id: string; price: number }
type Shelves = { recommended: Shown[]; bestsellers: Shown[]; branches: { books: Shown[] }[] }

export type ChangesMade = {
  made: number
  /** Those after which somebody got the old price who asked 200 ms after the writer's answer. */
  late: number
  /** Milliseconds after the writer's answer of the last request that was given the old price. */
  p99: number
  slowest: number
}

export const lateMs = 200
export const givenUpMs = 3000
const pollMs = 10

type JsonRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body: object
}

/** From another address than the readers': whoever writes sees it at once. */
export async function sendJson(
  port: number,
  { method, path, token, body }: JsonRequest,
): Promise<{ token?: string }> {
  const json = Buffer.from(JSON.stringify(body))
  const headers = {
    'content-type': 'application/json',
    'content-length': json.length,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const options = { host: '127.0.0.1', localAddress: '127.0.0.2', port, method, path, headers }
  const sent = request(options).end(json)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`${method} ${path} was answered: ${answer}`)
  return JSON.parse(answer) as { token?: string }
}

async function logIn(port: number, seller: number): Promise<string> {
  const body = { email: emailOf('seller', seller), password }
  const { token } = await sendJson(port, { method: 'POST', path: '/api/seller/login', body })
  if (token === undefined) throw new Error('A seller got no token.')
  return token
}

/** Logs each seller in, as they would themselves; returns a token for each. */
export async function logInSellers(
  port: number,
  books: readonly ChangedBook[],
): Promise<Map<number, string>> {
  const tokens = new Map<number, string>()
  for (const { seller } of books)
    if (!tokens.has(seller)) tokens.set(seller, await logIn(port, seller))
  return tokens
}

/** What an address shows: a book, a list, or shelves, on which a book may be more than once. */
export async function fetchShown(port: number, address: string): Promise<Shown[]> {
  const answer = await fetchJson<Shown | Shown[] | Shelves>(port, address)
  if (Array.isArray(answer)) return answer
  if ('_id' in answer) return [answer]
  const { recommended, bestsellers, branches } = answer
  return [...recommended, ...bestsellers, ...branches.flatMap(({ books }) => books)]
}

export const setPrice = (port: number, token: string, id: string, price: number) =>
  sendJson(port, { method: 'PUT', path: `/api/books/seller/books/${id}`, token, body: { price } })

/**
 * For how many milliseconds requests were answered with the old price, at any address that shows
 * the book; Infinity if they never showed the new one. What counts is when a request was sent: how
 * long its answer took says nothing about the price in it.
 */
export async function staleTime(
  port: number,
  { id, shownAt }: ChangedBook,
  price: number,
): Promise<number> {
  const begun = performance.now()
  const staleAt = async (address: string): Promise<number> => {
    for (let staleFor = 0; ; await sleep(pollMs)) {
      const sentAfter = performance.now() - begun
      const shown = (await fetchShown(port, address)).filter(({ _id }) => _id === id)
      if (shown.length > 0 && shown.every((book) => book.price === price)) return staleFor
      if (sentAfter > givenUpMs) return Number.POSITIVE_INFINITY
      staleFor = sentAfter
    }
  }
  return Math.max(...(await Promise.all(shownAt.map(staleAt))))
}

/** Changes the prices of books drawn by Zipf's law, until the returned function is called. */
export function startChanges(
  port: number,
  perSecond: number,
  books: readonly ChangedBook[],
  tokens: ReadonlyMap<number, string>,
): () => Promise<ChangesMade> {
  const draw = zipf(books.length, seeded('bench changes'))
  const times: number[] = []
  const working = new Map<string, Promise<void>>()
  const errors: unknown[] = []
  const change = async (book: ChangedBook) => {
    const { price } = await fetchJson<Shown>(port, `/api/books/${book.id}`)
    // Up and down by a rupee, so that it stays below the price of a new one.
    const wanted = price + (Math.floor(price) % 2 === 0 ? 1 : -1)
    await setPrice(port, tokens.get(book.seller) ?? '', book.id, wanted)
    times.push(await staleTime(port, book, wanted))
  }
  const timer = setInterval(() => {
    const book = books[draw()] as ChangedBook
    // The next change of the same book waits until the last one was seen.
    const last = working.get(book.id) ?? Promise.resolve()
    working.set(
      book.id,
      last.then(() => change(book)).catch((error: unknown) => void errors.push(error)),
    )
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(working.values())
    if (errors.length > 0) throw errors[0]
    const sorted = times.toSorted((a, b) => a - b)
    return {
      made: times.length,
      late: times.filter((time) => time > lateMs).length,
      p99: percentile(sorted, 0.99),
      slowest: sorted.at(-1) ?? 0,
    }
  }
}
