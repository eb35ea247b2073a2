import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

const scripts = {
  'Latin-1': ['café', 'caf%C3%A9'],
  Devanagari: ['गोदान', '%E0%A4%97%E0%A5%8B%E0%A4%A6%E0%A4%BE%E0%A4%A8'],
  emoji: ['📚', '%F0%9F%93%9A'],
  punctuation: ['Midnight’s… ₹200', 'Midnight%E2%80%99s%E2%80%A6+%E2%82%B9200'],
  'half a letter': ['\ufffd', '%E0'],
  'half an escape': ['\ufffd%A', '%E0%A4%A'],
} as const

test('a shared link to a search in any script opens its results', async ({ openPage }) => {
  const page = await openPage()
  for (const [script, [typed, escaped]] of Object.entries(scripts))
    await test.step(script, async () => {
      const loaded = page.waitForResponse((response) => response.url().includes('/books?'))
      await visit(page, `/books?search=${escaped}`)
      expect((await loaded).status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1, name: 'Explore Books' })).toBeVisible()
      await expect(page.getByPlaceholder('Search by title or author...')).toHaveValue(typed)
    })
})

test('text in any script in the URL breaks no public page', async ({ request }) => {
  const queries = ['search', 'city', 'branch', 'near', 'sort', 'x']
  const pages = [
    '/',
    '/books',
    '/wanted',
    '/buyer/dashboard',
    '/titles/x',
    '/buyer/book/x',
    '/about',
  ]
  for (const page of pages)
    for (const name of queries)
      for (const [, escaped] of Object.values(scripts)) {
        const url = `${page}?${name}=${escaped}`
        const response = await request.get(url)
        expect([url, response.status()]).toEqual([url, /x$/.test(page) ? 404 : 200])
      }
  for (const [, escaped] of Object.values(scripts))
    for (const page of ['/titles/', '/buyer/book/', '/']) {
      const response = await request.get(page + escaped)
      expect([400, 404], page + escaped).toContain(response.status())
      expect(response.headers()['content-type']).toContain('text/html')
    }
})
