// Text in any script in the URL of a page or a public call must not break the response.
import { expect, test } from 'vitest'
import { updateBook } from '#contract/books/books.ts'
import { pageQuery } from '#contract/pages.ts'
import { mountPages, sendHtml } from '#server/platform/pages/pages.ts'
import { as, makeAccount, makeBook, otherApp } from '#server/testing.ts'
import { endpoints } from '#server/testing-endpoints.ts'

const addresses = [
  ['Latin-1', 'caf%C3%A9'],
  ['Devanagari', '%E0%A4%97%E0%A5%8B%E0%A4%A6%E0%A4%BE%E0%A4%A8'],
  ['an emoji', '%F0%9F%93%9A'],
  ['forty emoji', '%F0%9F%93%9A'.repeat(40)],
  ['a curly apostrophe and an ellipsis', 'Midnight%E2%80%99s%E2%80%A6'],
  ['a rupee sign', '%E2%82%B9200'],
  ['a line break', 'a%0D%0Aset-cookie:%20x=1'],
  ['a zero', '%00'],
  ['a lone surrogate', '%ED%A0%80'],
  ['half a letter', '%E0'],
  ['half an escape', '%E0%A4%A'],
  ['a lone percent sign', '%'],
] as const

const publicReads = endpoints
  .filter(({ access, method }) => access === 'anyone' && method === 'GET')
  .map(({ path }) => path)
  .filter((path) => !path.includes('{'))

const serve = () =>
  otherApp({
    pages: (app, context) =>
      mountPages(app, context, (request, reply) =>
        sendHtml(app, context, request, reply, async ({ url }, { get }) => {
          const { pathname, search } = new URL(url)
          const { status, text } = await get(pathname + search)
          return new Response(`${status} ${text}`, { headers: { 'content-type': 'text/html' } })
        }),
      ),
  })

/** Every parameter gets these texts. The others are only for parameters in which people type. */
const everywhere: readonly string[] = ['Devanagari', 'half a letter']

test.each(addresses)(
  '%s in a query parameter never breaks a page or a call',
  async (kind, text) => {
    const { app } = await serve()
    expect(publicReads.length).toBeGreaterThan(5)
    const names = everywhere.includes(kind) ? pageQuery : (['search', 'city', 'branch'] as const)
    for (const path of publicReads)
      for (const name of names) {
        const query = `${name}=${text}`
        const page = await app.inject(`${path}?${query}`)
        const call = await app.inject(`/api${path}?${query}`)
        expect([path, query, page.statusCode, page.body]).toEqual([
          path,
          query,
          200,
          expect.stringMatching(`^${call.statusCode} `),
        ])
        expect(call.statusCode, `${path}?${query}`).toBeLessThan(500)
        expect(page.headers['set-cookie']).toBeUndefined()
      }
  },
)

test('a page about a book in Devanagari shows its new price', async () => {
  const { app } = await serve()
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'गोदान', price: 12_000 })
  const url = `/books/buyer/books?search=${encodeURIComponent('गोदान')}`
  for (let n = 0; n < 2; n++) expect((await app.inject(url)).body).toContain('"price":120')
  const book = { title: 'गोदान', author: 'प्रेमचंद', branch: 'Fiction', original_price: 500 }
  const updated = await as(seller).call(updateBook, { ...book, id, price: 90 }, { app })
  expect(updated.status).toBe(200)
  expect((await app.inject(url)).body).toContain('"price":90')
})
