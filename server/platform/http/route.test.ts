import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { photoAddress } from '#contract/books/photos.ts'
import { makeAccount, makeBook, makePhotos, otherApp, storePhotos } from '#server/testing.ts'
import { writeCursor } from './paging.ts'
import { bearer, expectError, send } from './testing-requests.ts'

test.each([
  ['GET', '/api/nowhere'],
  ['GET', '/api/'],
  ['GET', '/api'],
  ['POST', '/api/books/branches'],
  ['GET', '/api/buyer/login'],
  ['PUT', '/api/orders/create'],
  ['OPTIONS', '/api/books/branches'],
  ['DELETE', '/'],
  ['GET', `/api/books/${'x'.repeat(300)}`],
] as const)('%s %s is not found', async (method, url) => {
  expect(await expectError({ method, url })).toEqual([404, 'not_found'])
})

test.each([
  '/api/books/%',
  '/api/books/%zz',
  '/api/books/%00',
  '/api/books/..%2f..%2fetc',
  '/api//books//x',
])('the URL %s is rejected', async (url) => {
  const [status] = await expectError({ url })
  expect([400, 404]).toContain(status)
})

test('HEAD is answered like GET, without a body', async () => {
  const response = await send({ method: 'HEAD', url: '/api/books/branches' })
  expect([response.statusCode, response.body, response.headers['content-type']]).toEqual([
    200,
    '',
    'application/json; charset=utf-8',
  ])
})

test.each([
  'Bearer',
  'Bearer ',
  `Bearer ${'x'.repeat(5000)}`,
  'Basic YTpi',
  'Bearer a b',
  'Bearer \u00e9',
])('the authorization %.20s is rejected', async (authorization) => {
  expect((await expectError({ url: '/api/chats', headers: { authorization } }))[0]).toBe(401)
})

test('every response has the security headers, and none allows other origins', async () => {
  const [file] = await makePhotos(1)
  const [hash = ''] = await storePhotos([
    { field: 'images', source: Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)) },
  ])
  const urls = [
    '/api/books/branches',
    '/api/nowhere',
    '/api/chats',
    photoAddress(hash),
    '/photos/none',
  ]
  const origin = 'https://elsewhere.example'
  for (const url of urls) {
    const { headers, statusCode } = await send({ url, headers: { origin } })
    expect(headers, `${statusCode} ${url}`).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  const preflight = await send({
    method: 'OPTIONS',
    url: '/api/buyer/login',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  expect([
    preflight.statusCode,
    Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-')),
  ]).toEqual([404, []])
})

test('a page has the total count and a link to the next page', async () => {
  const seller = await makeAccount('seller')
  const author = `Author ${seller.id}`
  for (let count = 0; count < 3; count++) await makeBook(seller, { author })
  const url = `/api/books/buyer/books?search=${encodeURIComponent(author)}&sort=price`
  const first = await send({ url: `${url}&limit=2` })
  expect([first.json<unknown[]>().length, first.headers['x-total-count']]).toEqual([2, '3'])
  const next = /^<(\/api\/books\/buyer\/books\?[^>]+)>; rel="next"$/.exec(
    String(first.headers.link),
  )?.[1]
  expect(Object.fromEntries(new URL(next ?? '', 'http://x').searchParams)).toMatchObject({
    search: author,
    sort: 'price',
    limit: '2',
  })
  const second = await send({ url: next ?? '' })
  expect([second.json<unknown[]>().length, second.headers.link]).toEqual([1, undefined])
})

test('a forged cursor is rejected, or returns a page, in every list', async () => {
  const [buyer, seller] = await Promise.all([makeAccount('buyer'), makeAccount('seller')])
  const lists = [
    ...['newest', 'price', '-price', 'rating'].map((sort) => ({
      url: `/api/books/buyer/books?sort=${sort}`,
      headers: {},
    })),
    { url: '/api/books/buyer/books?search=a', headers: {} },
    { url: '/api/chats?', headers: bearer(buyer) },
    { url: `/api/orders/buyer/${buyer.id}?`, headers: bearer(buyer) },
    { url: `/api/orders/seller/${seller.id}?`, headers: bearer(seller) },
    { url: '/api/books/seller/books?', headers: bearer(seller) },
  ]
  const id = '01900000-0000-7000-8000-000000000000'
  const value = fc.oneof(
    fc.constantFrom<string | number | null>(
      null,
      id,
      'near',
      'exact',
      1.5,
      -0.1,
      1e20,
      2 ** 31,
      5e-324,
      '2026-01-01T00:00:00Z',
      '+275760-09-13',
      '-271821-04-20',
      'now',
      '',
      "'",
    ),
    fc.double(),
    fc.string({ maxLength: 10 }),
  )
  const cursorValues = fc.oneof(
    fc.tuple(value),
    fc.tuple(value, value),
    fc.tuple(value, fc.constant(id)),
    fc.tuple(value, value, value),
    fc.tuple(value, fc.constant(id), value),
  )
  await fc.assert(
    fc.asyncProperty(cursorValues, fc.constantFrom(...lists), async (values, { url, headers }) => {
      const response = await send({ url: `${url}&limit=2&cursor=${writeCursor(values)}`, headers })
      expect([200, 400], response.body).toContain(response.statusCode)
    }),
    { numRuns: 400 },
  )
})

test('a range beyond the end of a file has its own error', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-static-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'a.txt'), 'text')
  const { app } = await otherApp({
    pages: async (app) => void (await app.register(fastifyStatic, { root: folder })),
  })
  const get = (range: string) => app.inject({ url: '/a.txt', headers: { range } })
  const response = await get('bytes=99-')
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
    416,
    'range_missing',
  ])
  expect((await get('bytes=1-2')).body).toBe('ex')
})
