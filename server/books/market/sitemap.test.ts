import { expect, test } from 'vitest'
import { makeAccount, makeBook, otherApp, testApp } from '#server/testing.ts'

const read = async (url: string) =>
  (await testApp()).app.inject({ url, headers: { host: 'books.example' } })

test('robots.txt allows the public pages and links to the sitemap', async () => {
  const { statusCode, headers, body } = await read('/robots.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const line of [
    'Disallow: /admin/',
    'Disallow: /api/',
    'Sitemap: http://books.example/sitemap.xml',
  ])
    expect(body).toContain(line)
  expect(body).not.toContain('Disallow: /\n')
})

test('the sitemap lists books on the market, titles with several of them, and their sellers', async () => {
  const seller = await makeAccount('seller')
  const listed = await makeBook(seller)
  const title = `Waves & ${listed}`
  for (const price of [100, 200]) await makeBook(seller, { title, price })
  const sold = await makeBook(seller, { available: 0 })
  const deleted = await makeBook(seller, { deleted_at: new Date() })
  const withoutBooks = await makeAccount('seller')
  await makeBook(withoutBooks, { available: 0 })
  const index = await read('/sitemap.xml')
  expect([index.statusCode, index.headers['content-type']]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ])
  const files = [...index.body.matchAll(/<loc>http:\/\/books\.example(\/[^<]+)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  expect(files).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-books-1.xml',
    '/sitemap-titles-1.xml',
    '/sitemap-sellers-1.xml',
  ])
  const [pages, books, titles, sellers] = await Promise.all(files.map(read))
  for (const path of ['/about', '/help', '/safety', '/terms', '/privacy'])
    expect(pages?.body).toContain(`<loc>http://books.example${path}</loc>`)
  expect(books?.body).toContain(`<loc>http://books.example/buyer/book/${listed}</loc><lastmod>`)
  expect(
    titles?.body.match(
      new RegExp(
        `<loc>http://books.example/titles/waves-${listed}-[0-9a-f]{16}</loc><lastmod>`,
        'g',
      ),
    ),
  ).toHaveLength(1)
  expect(sellers?.body).toContain(`<loc>http://books.example/sellers/${seller.id}</loc>`)
  expect(sellers?.body).not.toContain(withoutBooks.id)
  for (const id of [sold, deleted]) expect(books?.body).not.toContain(id)
  for (const path of ['/sitemap-books-0.xml', '/sitemap-books-2.xml', '/sitemap-books-x.xml'])
    expect((await read(path)).statusCode).toBe(404)
})

test('with PUBLIC_URL, links start with it, whichever host the request names', async () => {
  const { app } = await otherApp({ config: { publicUrl: 'https://dobara.example' } })
  for (const url of ['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml']) {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const { body } = await app.inject({ url, headers })
    expect(body).toContain('https://dobara.example/')
    expect(body).not.toContain('evil.example')
  }
})
