// No text, in whatever script, may break the response if it is in the URL of a page or a public
// call.
import { expect, test } from 'vitest'
import { updateBook } from '#contract/books/books.ts'
import { pageQuery } from '#contract/pages.ts'
import { mountPages, sendHtml } from '#server/platform/pages/pages.ts'
import { as, makeAccount, makeBook, otherApp } from '#server/testing.ts'
import { endpoints } from '#server/testing-endpoints.ts'
import { isLong } from '#server/testing-rounds.ts'

const devanagari = '%E0%A4%97%E0%A5%8B%E0%A4%A6%E0%A4%BE%E0%A4%A8'
const emoji = '%F0%9F%93%9A'
const punctuation = ['Midnight%E2%80%99s%E2%80%A6', '%E2%82%B9200', 'a%0D%0Aset-cookie:%20x=1']
/**
 * Texts that aren't Unicode: a zero, a lone surrogate, half a character, and parts of an escape.
 */
const broken = ['%00', '%ED%A0%80', '%E0', '%E0%A4%A', '%']
const addresses = [...['caf%C3%A9', devanagari, emoji, emoji.repeat(40)], ...punctuation, ...broken]

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

test('no text in a query parameter breaks a page or a call', async () => {
  expect(publicReads.length).toBeGreaterThan(5)
  for (const [index, text] of addresses.entries()) {
    // Each text gets its own server, because servers count requests separately, so none exceeds the
    // limit.
    const { app } = await serve()
    for (const [at, path] of publicReads.entries()) {
      // The short form tries each text in only one parameter per path.
      const some = (at + index) % 2 === 0 ? 'search' : pageQuery[(at + index) % pageQuery.length]
      const names = isLong ? pageQuery : [some]
      for (const name of names) {
        const query = `${path}?${name}=${text}`
        const page = await app.inject(query)
        const call = await app.inject(`/api${query}`)
        expect([query, page.statusCode]).toEqual([query, 200])
        expect(page.body, query).toMatch(RegExp(`^${call.statusCode} `))
        expect(call.statusCode, query).toBeLessThan(500)
        expect(page.headers['set-cookie']).toBeUndefined()
      }
    }
  }
})

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
