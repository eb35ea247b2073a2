// How books are handed over: sellers choose it once, and buyers see it and filter by it.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { openAdd } from '#e2e/pricing/old-book-form.ts'
import { definitionOf } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'
import { fillNewBook } from './new-book-form.ts'

const kothrud = 'Kothrud, Pune, Maharashtra'

test('Add Book asks once for place and hand-over, both optional', async ({ openAt, seller }) => {
  const page = await openAt('/seller/manage-books', seller, onPhone)
  const reminder = page.getByRole('complementary', { name: 'How buyers get your books' })
  await reminder.getByRole('button', { name: 'Dismiss' }).click()
  await expect(reminder).toBeHidden()
  const dialog = page.getByRole('dialog')
  const group = dialog.getByRole('group', { name: 'Hand-over (optional)' })
  const pinCode = dialog.getByLabel('PIN code (optional)')
  const submit = dialog.getByRole('button', { name: 'Submit' })

  const title = await fillNewBook(await openAdd(page, 'New'), 'Said')
  await expect(group.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await pinCode.fill('100000')
  await submit.click()
  await expect(dialog.getByRole('alert').last()).toHaveText('We don’t know this PIN code.')
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await pinCode.fill('411038')
  await expect(pinCode).toHaveAccessibleDescription(kothrud)
  await group.getByRole('checkbox', { name: 'By post' }).check()
  await checkScreen(page, 'the place and the hand-over while a book is added')
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(title).first()).toBeVisible()
  await openAdd(page, 'New')
  await expect(dialog.getByText('Hand-over: By post')).toBeVisible()
  await expect(dialog.getByText(kothrud)).toBeVisible()
  await expect(pinCode).toBeHidden()
})

test('buyers see how books are handed over and filter by it', async ({
  openAt,
  put,
  createAccount,
  createBook,
}) => {
  const title = unique('Handed over')
  const ids: string[] = []
  for (const ways of [['meet'], ['meet', 'post'], []]) {
    const seller = await createAccount('seller', 'Ravi Kumar')
    await put('/seller/profile', { handOvers: ways }, seller)
    ids.push(await createBook(seller, { title }))
  }
  const page = await openAt(`/books?search=${encodeURIComponent(title)}`, undefined, onPhone)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const filter = page.getByLabel('Hand-over', { exact: true })
  await filter.selectOption('By post')
  await expect(page).toHaveURL(/handOver=post/)
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button')
  await expect(chips).toHaveText(['Remove By post'])
  await expect(page.getByText('1 book left')).toBeVisible()
  await checkScreen(page, 'Explore by hand-over')
  const books = page.getByRole('region', { name: 'Books', exact: true })
  const link = books.getByRole('heading', { level: 3 }).getByRole('link')
  await expect(link).toHaveAttribute('href', `/buyer/book/${ids[1]}`)
  await chips.click()
  await expect(filter).toHaveValue('')
  const wide = await openAt(`/buyer/book/${ids[1]}`, undefined, onDesktop)
  await expect(definitionOf(wide.getByRole('article'), 'Hand-over')).toHaveText(
    'In person or by post',
  )
  await checkScreen(wide, 'a book that is handed over both ways')
  await wide.getByRole('link', { name: /other copies from/ }).click()
  const copies = wide.getByRole('region', { name: 'Copies' })
  await expect(copies.getByRole('article')).toHaveCount(3)
  await expect(copies.getByText('In person', { exact: true })).toHaveCount(1)
  await expect(copies.getByText('In person or by post')).toHaveCount(1)
})
