// Recent searches and suggestions below the search box of Explore Books, on a phone.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 640 } }
const letters = () =>
  unique('').replace(/[\d -]/g, (digit) => 'ghijklmnopqr'[Number(digit) || 10] ?? 'x')

const boxOf = (page: Page) => page.getByRole('searchbox', { name: 'Search by title or author' })
async function typeForList(page: Page, text: string): Promise<void> {
  await boxOf(page).fill(text)
  await expect(page.getByRole('listbox')).toBeVisible()
}
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

test('titles, authors, words and filters', async ({ openAt, createBook, seller }) => {
  const word = letters()
  await createBook(seller, { title: `Waves of ${word}`, author: 'H. C. Verma' })
  await createBook(seller, { title: `${word}ics for Class XII`, author: `A. ${word}son` })
  const page = await openAt('/books', undefined, phone)
  const box = boxOf(page)
  await expect(box).toHaveAttribute('type', 'search')
  await typeForList(page, word)
  await expect(options(page)).toContainText([
    `${word}ics`,
    `A. ${word}son`,
    `${word}ics for Class XII`,
    `Waves of ${word}H. C. Verma`,
  ])
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(page.getByText('4 suggestions')).toBeAttached()
  for (const option of await options(page).all())
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(0.6 * 640)
  await checkScreen(page, 'suggestions')

  await options(page)
    .filter({ hasText: /Author$/ })
    .click()
  await expect(list).toBeHidden()
  await expect(box).toHaveValue(`A. ${word}son`)
  await expect(page).toHaveURL(new RegExp(`search=A\\.\\+${word}son`))
  await typeForList(page, `${word} class 1`)
  await page.getByRole('option', { name: 'Class 12' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?(?=.*search=${word}(&|$))(?=.*class=12)`))
  await expect(box).toHaveValue(word)
  await expect(page.getByRole('article')).toHaveCount(1)
  await typeForList(page, `waves ${word}`)
  await page.getByRole('option', { name: `Waves of ${word}` }).click()
  await expect(page).toHaveURL(new RegExp(`/titles/waves-of-${word}-[0-9a-f]{16}$`))
  await visit(page, '/books')
  await typeForList(page, 'pune')
  await page.getByRole('option', { name: 'Books in Pune' }).click()
  await expect(page).toHaveURL('/books?city=Pune%2C+Maharashtra')
  await expect(box).toHaveValue('')
})

test('Enter, arrow keys and Escape', async ({ openAt, createBook, seller }) => {
  const word = letters()
  await createBook(seller, { title: `Waves of ${word}` })
  const page = await openAt('/books', undefined, phone)
  const box = boxOf(page)
  const list = page.getByRole('listbox')
  const begun = word.slice(0, -2)
  await typeForList(page, begun)
  await expect(list).toBeVisible()
  await box.press('Enter')
  await expect(list).toBeHidden()
  await expect(box).toHaveValue(begun)
  await expect(page).toHaveURL(`/books?search=${begun}`)
  await box.press('ArrowDown')
  const [first] = await options(page).all()
  await expect(box).toHaveAttribute(
    'aria-activedescendant',
    (await first?.getAttribute('id')) ?? '',
  )
  await expect(first as NonNullable<typeof first>).toHaveAttribute('aria-selected', 'true')
  await box.press('ArrowUp')
  await expect(box).not.toHaveAttribute('aria-activedescendant')
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(list).toBeHidden()
  await expect(box).toHaveValue(word)
  await expect(page).toHaveURL(`/books?search=${word}`)
  await typeForList(page, word.slice(0, -1))
  await box.press('Escape')
  await expect(list).toBeHidden()
  await expect(box).toHaveValue(word.slice(0, -1))
})

test('recent searches are removed one by one or all at once', async ({ openAt }) => {
  const page = await openAt('/books', undefined, phone)
  const box = boxOf(page)
  const list = page.getByRole('listbox', { name: 'Recent searches' })
  for (const search of ['physics', 'chemistry', 'godan']) {
    await box.fill(search)
    await box.press('Enter')
    await expect(page).toHaveURL(`/books?search=${search}`)
  }
  // This search extends the previous one, and replaces it in the list.
  await box.fill('godan premchand')
  await box.press('Enter')
  await box.fill('')
  await box.click()
  await expect(options(page)).toHaveText([
    ...['godan premchand', 'chemistry', 'physics', 'Clear recent searches'],
  ])
  await checkScreen(page, 'recent searches')
  await page.getByRole('button', { name: 'Remove chemistry from recent searches' }).click()
  await expect(options(page)).toHaveText(['godan premchand', 'physics', 'Clear recent searches'])
  await expect(box).toBeFocused()
  await options(page).filter({ hasText: 'physics' }).click()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL('/books?search=physics')
  await box.fill('')
  await box.click()
  await options(page).filter({ hasText: 'Clear recent searches' }).click()
  await expect(list).toBeHidden()
  await page.reload()
  await boxOf(page).click()
  await expect(list).toBeHidden()
})

test('related searches if nothing is found', async ({ openPage, createBook, seller }) => {
  const word = letters()
  for (const title of ['Waves', 'Tides']) await createBook(seller, { title: `${title} of ${word}` })
  const page = await openPage(undefined, phone)
  const misspelt = `${word}q 17`
  await visit(page, `/books?search=${encodeURIComponent(misspelt)}`)
  const main = page.getByRole('main')
  await expect(main.getByText('No books found.')).toBeVisible()
  await expect(main.getByText('Did you mean…')).toBeVisible()
  const related = main.getByRole('link', { name: `${word} 2 books` })
  await expect(related).toBeVisible()
  await checkScreen(page, 'nothing found')
  await related.click()
  await expect(page).toHaveURL(`/books?search=${word}`)
  await expect(boxOf(page)).toHaveValue(word)
  await expect(main.getByRole('article').first()).toBeVisible()
})
