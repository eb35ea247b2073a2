import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeAccount, makeBook } from '#server/testing.ts'
import { rounds } from '#server/testing-rounds.ts'
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
  const odd = [null, id, 'near', 1.5, -0.1, 1e20, 2 ** 31, 5e-324, '2026-01-01T00:00:00Z', '']
  const dates = ['+275760-09-13', '-271821-04-20', 'now', "'"]
  const value = fc.oneof(
    fc.constantFrom<string | number | null>(...odd, ...dates),
    fc.double(),
    fc.string({ maxLength: 10 }),
  )
  const cursorValues = fc.oneof(
    fc.array(value, { minLength: 1, maxLength: 3 }),
    fc.tuple(value, fc.constant(id)),
    fc.tuple(value, fc.constant(id), value),
  )
  await fc.assert(
    fc.asyncProperty(cursorValues, fc.constantFrom(...lists), async (values, { url, headers }) => {
      const response = await send({ url: `${url}&limit=2&cursor=${writeCursor(values)}`, headers })
      expect([200, 400], response.body).toContain(response.statusCode)
    }),
    { numRuns: rounds(80, 400) },
  )
})
