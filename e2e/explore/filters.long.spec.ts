// Filters for class, exam and language, and the chips of the chosen filters.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'

const small = { width: 360, height: 740 }

test('class, exam and language filter the books', async ({ openAt, createBook, seller }) => {
  const word = unique('Lattice')
  await createBook(seller, { title: `Physics for Class XII ${word}`, description: 'For JEE.' })
  await createBook(seller, { title: `Physics for Class 12 ${word}` })
  await createBook(seller, { title: `Physics, Class 12 (Hindi Medium) ${word}` })
  const page = await openAt(`/books?search=${encodeURIComponent(word)}`, undefined, {
    viewport: small,
  })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Class', { exact: true }).selectOption('Class 12')
  const books = page.getByRole('region', { name: 'Books', exact: true })
  await expect(books.getByRole('status')).toHaveText('3 books')
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button')
  await expect(chips).toHaveText(['Remove Class 12'])
  await expect(page.getByText('3 books left')).toBeVisible()
  await page.getByLabel('Exam or board').selectOption('JEE')
  await expect(page.getByText('1 book left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show 1 book' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Language').selectOption('Hindi')
  await expect(page.getByText('No books found.')).toBeVisible()
  expect(new URL(page.url()).search).toContain('class=12&exam=jee&language=hindi')
  await checkScreen(page, 'Explore with filters that leave nothing')
  await page.getByRole('button', { name: 'Remove JEE' }).click()
  await expect(page.getByRole('button', { name: 'Remove Hindi' })).toBeFocused()
  await expect(books.getByRole('article')).toHaveCount(1)
  await expect(books.getByRole('article')).toHaveText(/Physics, Class 12/)
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await page.getByRole('button', { name: 'Remove Hindi' }).click()
  await page.getByRole('button', { name: 'Show 3 books' }).click()
  await expect(filters).toBeFocused()
  const card = books.getByRole('article').first()
  await expect(card).toBeInViewport()
  // After a reload the page looks as it does for a person who opens the link.
  await page.reload()
  await expect(chips).toHaveText(['Remove Class 12'])
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Sort by')).toBeHidden()
  await expect(card).toBeInViewport()
  await expect(books.getByRole('status')).toBeInViewport()
})

test('a link with filters shows them', async ({ openPage, openAt, createBook, seller }) => {
  const title = unique('Optics for Class XII')
  await createBook(seller, { title, description: 'For JEE.' })
  const page = await openPage(undefined, { ...onDesktop, javaScriptEnabled: false })
  await page.goto('/books?class=12&exam=jee')
  await expect(page.getByRole('button', { name: 'Remove Class 12' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove JEE' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  const live = await openAt('/books?class=12', undefined, onDesktop)
  await expect(live.getByText(/^\d+ books left$/)).toBeVisible()
  await checkScreen(live, 'Explore with filters')
})
