import { once } from 'node:events'
import http from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listBooks, updateBook } from '#contract/books/books.ts'
import { listTitleSets } from '#contract/wishlist/titles.ts'
import { defaultMaxStaleMs } from '#server/platform/cache/cache.ts'
import { newId } from '#server/platform/database/ids.ts'
import { stopClock, useUp } from '#server/platform/limits/testing-limits.ts'
import type { Config } from '#server/platform/operations/config.ts'
import { as, makeAccount, makeBook, otherApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { rounds } from '#server/testing-rounds.ts'

async function serveBook(config: Partial<Config> = {}) {
  const branch = `Branch ${newId()}`
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { branch, price: 20_000 })
  const { app, context } = await otherApp({
    config: { rateLimit: true, ...config },
    maxStaleMs: defaultMaxStaleMs,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const settle = () => settleChanges(context)
  // Waits for the recommendations, because every book's response contains them.
  await context.jobs.idle()
  await settle()
  const url = `${origin}/api/books/buyer/books?limit=8&branch=${encodeURIComponent(branch)}`
  const get = (headers: Record<string, string> = {}, more = '') =>
    fetch(url + more, { headers: { 'accept-encoding': 'identity', ...headers } })
  const open = async (options: http.RequestOptions): Promise<http.IncomingMessage> =>
    (await once(http.get(url, options), 'response'))[0]
  const readFrom = async (localAddress: string) => text(await open({ localAddress }))
  /** Returns the bytes as they were sent, because `fetch` would decode them. */
  const readEncoded = async (accepted: string, headers: Record<string, string> = {}) => {
    const response = await open({ headers: { 'accept-encoding': accepted, ...headers } })
    return { encoding: response.headers['content-encoding'], bytes: await buffer(response) }
  }
  const hits = async () => {
    const { values } = await context.metrics.cacheRequests.get()
    return values.find(({ labels }) => labels.result === 'hit')?.value ?? 0
  }
  return { app, context, seller, bookId, branch, get, open, readFrom, readEncoded, settle, hits }
}
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name),
    ),
  )

test('a guest’s second request gets the same response from the cache', async () => {
  const { get, hits } = await serveBook()
  const before = await hits()
  const first = await get()
  expect(await hits()).toBe(before)
  const second = await get()
  expect([await second.text(), headersOf(second), second.status]).toEqual([
    await first.text(),
    headersOf(first),
    200,
  ])
  expect(headersOf(first)).toMatchObject({
    'cache-control': 'no-cache',
    'x-total-count': '1',
    'x-content-type-options': 'nosniff',
  })
  expect(await hits()).toBe(before + 1)
  const compressed = await get({ 'accept-encoding': 'gzip, br' })
  expect(await compressed.json()).toHaveLength(1)
  const known = await get({ 'if-none-match': first.headers.get('etag') ?? '' })
  expect([known.status, await known.text()]).toEqual([304, ''])
  expect(await hits()).toBe(before + 3)
})

test('a response that only members may read is cached only for members', async () => {
  const { app } = await otherApp()
  const member = await makeAccount('buyer')
  for (let n = 0; n < 2; n++)
    expect((await as(member).call(listTitleSets, {}, { app })).status).toBe(200)
  expect((await as().call(listTitleSets, {}, { app })).status).toBe(401)
})

test('the client that made a change sees it in its next request', async () => {
  const { app, get, seller, bookId, branch } = await serveBook()
  const priceOf = async (response: Response) =>
    ((await response.json()) as { price: number }[])[0]?.price
  for (let n = 0; n < 2; n++) expect(await priceOf(await get())).toBe(200)
  await as(seller).call(updateBook, { id: bookId, price: 150 }, { app, ip: '127.0.0.1' })
  expect(await priceOf(await get())).toBe(150)
  const { body } = await as().call(listBooks, { branch, limit: 8 }, { app })
  expect(body[0]?.price).toBe(150)
})

test('a writer sees a change at once, while guests may see it slightly later', async () => {
  const { app, get, readFrom, seller, bookId } = await serveBook()
  const priceOf = (body: string) => (JSON.parse(body) as { price: number }[])[0]?.price
  for (let n = 0; n < 2; n++) await get()
  for (let price = 199; price > 199 - rounds(1, 3); price--) {
    await as(seller).call(updateBook, { id: bookId, price }, { app, ip: '127.0.0.2' })
    const strangers = [1, 2, 3].map(() => readFrom('127.0.0.1'))
    expect(priceOf(await readFrom('127.0.0.2'))).toBe(price)
    const seen = (await Promise.all(strangers)).map(priceOf)
    expect([price, price + 1]).toEqual(expect.arrayContaining(seen))
    await setTimeout(defaultMaxStaleMs)
    expect(priceOf(await readFrom('127.0.0.1'))).toBe(price)
  }
})

test('requests answered from the cache count toward the same limit', async () => {
  const { open, context } = await serveBook()
  const localAddress = '127.0.0.3'
  const getStatus = async () => (await open({ localAddress })).resume().statusCode
  await getStatus()
  stopClock()
  useUp(context.limits, 'calls', localAddress, 2)
  expect([await getStatus(), await getStatus()]).toEqual([200, 429])
})

const decompress: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

test('a cached response is compressed as the client accepts it', async () => {
  const { branch, seller, readEncoded, settle } = await serveBook()
  for (let n = 0; n < 4; n++) await makeBook(seller, { branch, description: 'x'.repeat(500) })
  await settle()
  const plain = await readEncoded('identity')
  expect(plain.encoding).toBeUndefined()
  expect(JSON.parse(plain.bytes.toString())).toHaveLength(5)
  const asked = [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['br;q=0', undefined],
  ] as const
  for (const reader of [{ authorization: `Bearer ${seller.token}` }, {}])
    for (const [accepted, encoding] of asked) {
      const sent = await readEncoded(accepted, reader)
      expect(sent.encoding).toBe(encoding)
      expect(encoding ? decompress[encoding]?.(sent.bytes) : sent.bytes).toEqual(plain.bytes)
      if (encoding) expect(sent.bytes.length).toBeLessThan(plain.bytes.length)
    }
})
