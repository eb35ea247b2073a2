// A seller's own books: the table, changing and deleting.
import { bearer, expect, photos, test, unique, visit } from '#e2e/support/fixtures.ts'
import { breakCalls, countCalls, hold } from '#e2e/support/network.ts'

const own = { path: /^\/api\/books\/seller\/books$/, method: 'GET' } as const
const changing = { path: /^\/api\/books\/seller\/books\/./, method: 'PUT' } as const
const deleting = { path: /^\/api\/books\/seller\/books\/./, method: 'DELETE' } as const

test('the table: loading, failing, empty, and what stands in it', async ({
  openAs,
  makePerson,
  makeBook,
}) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const page = await openAs(seller)
  const release = await hold(page, own)
  const mend = await breakCalls(page, own)
  await visit(page, '/seller/manage-books')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByText('No books found.')).toBeVisible()
  mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No books found.')).toBeVisible()

  const title = unique('Digital Electronics')
  await makeBook(seller, { title, author: 'M. Mano', price: 1250, rentPrice: 9.5 })
  const other = unique('Analog Circuits')
  await makeBook(seller, { title: other })
  const calls = countCalls(page)
  await visit(page, '/seller/manage-books')
  const heads = [
    'Title',
    'Author',
    'Book Type',
    'Branch',
    'Original Price',
    'Predicted Price',
    'Rent Price',
    'Condition',
    'Rentable',
    'Action',
  ]
  await expect(page.getByRole('columnheader')).toHaveText(heads)
  await expect(page.getByRole('row').filter({ hasText: title }).getByRole('cell')).toHaveText(
    [title, 'M. Mano', 'New', 'Computer Science', '₹1,250', 'N/A', '₹9.50/day', 'Good', 'Yes', ''],
    { useInnerText: false },
  )
  await expect(
    page.getByRole('row').filter({ hasText: other }).getByRole('cell').nth(8),
  ).toHaveText('No')
  await page.waitForLoadState('networkidle')
  expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(3)
  await page.getByLabel('Search by title or author...').fill('analog')
  await expect(page).toHaveURL('/seller/manage-books?search=analog')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a book is changed, its pictures too', async ({ openAs, makePerson, makeBook, request }) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const title = unique('Software Engineering')
  const id = await makeBook(seller, { title })
  const page = await openAs(seller)
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Book' })
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Branch')).toHaveValue('Computer Science')
  await dialog.getByLabel('Images (at most 5)').setInputFiles(await photos(4))
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Move picture 2 left' }).click()
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(dialog.getByRole('alert').last()).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill(`${title} 2`)
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('555')
  const mend = await breakCalls(page, changing)
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(dialog.getByRole('alert').last()).toHaveText('❌ Failed to update book.')
  mend()
  const before = (await (await request.get(`/api/books/${id}`)).json()) as { images: string[] }
  const calls = countCalls(page, changing)
  await dialog.getByRole('button', { name: 'Update Book' }).dblclick()
  await expect(page.getByText('✅ Book Updated Successfully!')).toBeVisible()
  expect(calls).toHaveLength(1)
  await expect(page.getByRole('row').filter({ hasText: `${title} 2` })).toContainText('₹555')
  const after = (await (await request.get(`/api/books/${id}`)).json()) as { images: string[] }
  expect(after.images).toEqual([...before.images].reverse())
})

test('a book is deleted after a question, unless it has open orders', async ({
  openAs,
  makePerson,
  makeBook,
  makeChat,
  makeOrder,
  request,
}) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const title = unique('Numerical Methods')
  await makeBook(seller, { title })
  const busy = unique('Graph Theory')
  const chatId = await makeChat(
    await makePerson('buyer', 'Asha Patil'),
    await makeBook(seller, { title: busy }),
  )
  const page = await openAs(seller)
  await visit(page, '/seller/manage-books')
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this book?',
  })
  const press = (name: string) => page.getByRole('button', { name: `Delete ${name}` }).click()
  await press(title)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  const mend = await breakCalls(page, deleting)
  await press(title)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete book.')).toBeVisible()
  mend()
  // Ordered while the question stands.
  await press(busy)
  await makeOrder(seller, chatId)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('This book has open orders. Finish or cancel them first.'),
  ).toBeVisible()
  // Known before the question now.
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await press(busy)
  await expect(question).toBeHidden()
  await expect(
    page.getByText('This book has open orders. Finish or cancel them first.'),
  ).toBeVisible()
  await press(title)
  await question.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page.getByRole('row').filter({ hasText: title })).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: busy })).toBeVisible()
  const left = (await (
    await request.get('/api/books/seller/books', { headers: bearer(seller) })
  ).json()) as unknown[]
  expect(left).toHaveLength(1)
})
