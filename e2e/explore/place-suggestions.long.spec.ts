// A city or PIN code in a search is suggested as a filter.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { createSellerIn } from './create-seller-in.ts'

test('PIN codes and cities suggest searches', async ({ openAt, post, createBook }) => {
  const title = unique('Wandering')
  await createBook(await createSellerIn(post, '411038'), { title })
  const page = await openAt('/books', undefined, onDesktop)
  const search = page.getByLabel('Search by title or author')
  await search.fill(`${title} 411004`)
  await page.getByRole('link', { name: `“${title}” near 411004` }).click()
  await expect(search).toHaveValue(title)
  const query = new URL(page.url()).searchParams
  expect([query.get('near'), query.get('sort')]).toEqual(['411004', 'near'])
  await expect(page.getByRole('article')).toHaveCount(1)
  await search.fill('bilaspur')
  for (const state of ['Himachal Pradesh', 'Chhattisgarh'])
    await expect(page.getByRole('link', { name: `Books in Bilaspur, ${state}` })).toBeVisible()
  await search.fill('pune')
  // The list below the search box covers the suggestion, and closes with Enter.
  await search.press('Enter')
  const suggestion = page.getByRole('link', { name: 'Books in Pune' })
  await expect(suggestion).toBeVisible()
  await checkScreen(page, 'Explore with a place in the search')

  await suggestion.click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('article').first()).toContainText('Pune')
})
