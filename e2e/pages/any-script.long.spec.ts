import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

const scripts = {
  'Latin-1': ['café', 'caf%C3%A9'],
  'Devanagari and emoji': [
    'गोदान 📚',
    '%E0%A4%97%E0%A5%8B%E0%A4%A6%E0%A4%BE%E0%A4%A8+%F0%9F%93%9A',
  ],
  punctuation: ['Midnight’s… ₹200', 'Midnight%E2%80%99s%E2%80%A6+%E2%82%B9200'],
  'half an escape': ['\ufffd%A', '%E0%A4%A'],
} as const

test('a shared link to a search in any script opens its results', async ({ openPage, request }) => {
  const page = await openPage()
  for (const [script, [typed, escaped]] of Object.entries(scripts))
    await test.step(script, async () => {
      await visit(page, `/books?search=${escaped}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Explore Books' })).toBeVisible()
      await expect(page.getByPlaceholder('Search by title or author...')).toHaveValue(typed)
      for (const path of ['/?x=', '/wanted?city=', '/about?x=', '/buyer/dashboard?near='])
        expect((await request.get(path + escaped)).status(), path + escaped).toBe(200)
      for (const path of ['/titles/', '/buyer/book/', '/']) {
        const response = await request.get(path + escaped)
        expect([400, 404], path + escaped).toContain(response.status())
        expect(response.headers()['content-type']).toContain('text/html')
      }
    })
})
