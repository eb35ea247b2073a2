import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { makePhotos } from '#e2e/support/photos.ts'

const changing = { path: /^\/api\/books\/seller\/books\/./, method: 'PUT' } as const

test('a book and its pictures are edited', async ({ openAt, createBook, request, seller }) => {
  const title = unique('Software Engineering')
  const id = await createBook(seller, { title })
  const page = await openAt('/seller/manage-books', seller)
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Book' })
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Branch')).toHaveValue('Computer Science')
  await dialog.getByLabel('Images (at most 5)').setInputFiles(await makePhotos(20, 60, 100, 140))
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Move picture 2 left' }).click()
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(dialog.getByRole('alert').last()).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill(`${title} 2`)
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('555')
  const before = (await (await request.get(`/api/books/${id}`)).json()) as { images: string[] }
  const calls = recordCalls(page, changing)
  await dialog.getByRole('button', { name: 'Update Book' }).dblclick()
  await expect(page.getByText('✅ Book Updated Successfully!')).toBeVisible()
  expect(calls).toHaveLength(1)
  await expect(page.getByRole('row').filter({ hasText: `${title} 2` })).toContainText('₹555')
  const after = (await (await request.get(`/api/books/${id}`)).json()) as { images: string[] }
  expect(after.images).toEqual([...before.images].reverse())
})

test('a book is deleted after a confirmation, unless it has open orders', async ({
  openAt,
  createBook,
  createChat,
  createOrder,
  seller,
  buyer,
}) => {
  const title = unique('Numerical Methods')
  await createBook(seller, { title })
  const busy = unique('Graph Theory')
  const chatId = await createChat(buyer, await createBook(seller, { title: busy }))
  const page = await openAt('/seller/manage-books', seller)
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this book?',
  })
  const pressDelete = (name: string) => page.getByRole('button', { name: `Delete ${name}` }).click()
  await pressDelete(title)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, title)).toBeVisible()
  // The book is ordered while the question is open.
  await pressDelete(busy)
  await createOrder(seller, chatId)
  const known = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && response.url().includes('/api/books/seller/books'),
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('This book has open orders. Finish or cancel them first.'),
  ).toBeVisible()
  // Now the page knows about the order, so it shows the error at once instead of the question.
  await known
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await pressDelete(busy)
  await expect(question).toBeHidden()
  await expect(
    page.getByText('This book has open orders. Finish or cancel them first.'),
  ).toBeVisible()
  await pressDelete(title)
  await question.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(rowOf(page, title)).toBeHidden()
  await expect(rowOf(page, busy)).toBeVisible()
})

test('the table, and its search', async ({ openPage, createBook, seller }) => {
  const page = await openPage(seller)
  const [title, other] = [unique('Digital Electronics'), unique('Analog Circuits')]
  await createBook(seller, { title, author: 'M. Mano', price: 1250, rentPrice: 9.5 })
  await createBook(seller, { title: other })
  await visit(page, '/seller/manage-books')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['', 'Photo', 'Title', 'Author', 'Price asked', 'Stock', 'Days listed', 'Chats'],
    ...['Book Type', 'Branch', 'Original Price', 'Predicted Price'],
    ...['Rent Price', 'Shelf code', 'Condition', 'Rentable', 'Action'],
  ])
  await expect(rowOf(page, title).getByRole('cell')).toHaveText(
    [
      ...['', '', title, 'M. Mano', '₹1,250', '1 −1', '0', '0', 'New', 'Computer Science'],
      ...['₹1,250', 'N/A', '₹9.50/day', '', 'Good', 'Yes', ''],
    ],
    { useInnerText: false },
  )
  await expect(rowOf(page, other).getByRole('cell').nth(15)).toHaveText('No')
  await page.getByLabel('Title, author, ISBN or shelf code').fill('analog')
  await expect(page).toHaveURL('/seller/manage-books?search=analog')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('120 books load while scrolling, without pressing “Load more”', async ({
  openAt,
  post,
  seller,
}) => {
  const books = Array.from(
    { length: 120 },
    (_, n) => `Volume ${n + 1},R. K. Narayan,good,100,299,Fiction`,
  )
  const csv = ['Title,Author,Condition,Price,MRP,Branch', ...books].join('\n')
  const form = new FormData()
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'books.csv')
  await post('/books/seller/import', form, seller)
  const page = await openAt('/seller/manage-books', seller, {
    viewport: { width: 1366, height: 768 },
  })
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows.first()).toBeVisible()
  await page.mouse.move(700, 500)
  const scroll = async () => {
    await page.mouse.wheel(0, 3000)
    return rows.count()
  }
  await expect.poll(scroll).toBe(120)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})
