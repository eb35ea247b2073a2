// Price changes by the sellers themselves, while others read; each must be seen by another reader
// soon after it was answered.
import { setTimeout as sleep } from 'node:timers/promises'
import { emailOf, password } from '#bench/market/ids.ts'
import { seeded } from '#server/demo/random.ts'
import { fetchJson } from './bare.ts'
import { percentile } from './http-load.ts'
import { zipf } from './zipf.ts'

/** A book, and a list that holds it whatever its price. */
export type ChangedBook = { id: string; seller: number; listAddress: string }

type Listed = { _id: string; price: number }

export type ChangesMade = {
  made: number
  /** Those that were still answered with the old price 200 ms after the writer had their answer. */
  late: number
  /** Milliseconds after the writer's answer of the last request that was given the old price. */
  p99: number
  slowest: number
}

const lateMs = 200
const givenUpMs = 3000
const pollMs = 10

async function logIn(port: number, seller: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/seller/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf('seller', seller), password }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) throw new Error(`A seller couldn't log in: ${response.status}.`)
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

async function setPrice(port: number, token: string, id: string, price: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/books/seller/books/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ price }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`A price couldn't be changed: ${text}`)
}

/**
 * For how many milliseconds requests were answered with the old price, of the book or in the list;
 * Infinity if they never showed the new one. What counts is when a request was sent: how long its
 * answer took says nothing about the price in it.
 */
async function staleTime(port: number, book: ChangedBook, price: number): Promise<number> {
  const begun = performance.now()
  let staleFor = 0
  for (const address of [`/api/books/${book.id}`, book.listAddress]) {
    for (;;) {
      const sentAfter = performance.now() - begun
      if (sentAfter > givenUpMs) return Number.POSITIVE_INFINITY
      const found = await fetchJson<Listed | Listed[]>(port, address)
      if ([found].flat().find(({ _id }) => _id === book.id)?.price === price) break
      staleFor = Math.max(staleFor, sentAfter)
      await sleep(pollMs)
    }
  }
  return staleFor
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
    const { price } = await fetchJson<Listed>(port, `/api/books/${book.id}`)
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
