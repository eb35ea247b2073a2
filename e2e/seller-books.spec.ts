// A seller's own books: the table, the three steps of adding one, changing and deleting.
import { bearer, expect, type Page, photo, test, unique, visit } from './fixtures.ts'
import { breakCalls, countCalls, hold } from './network.ts'

const own = { path: /^\/api\/books\/seller\/books$/, method: 'GET' } as const
const adding = { path: /^\/api\/books\/seller\/books$/, method: 'POST' } as const
const changing = { path: /^\/api\/books\/seller\/books\/./, method: 'PUT' } as const
const deleting = { path: /^\/api\/books\/seller\/books\/./, method: 'DELETE' } as const

const photos = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, place) => ({
      name: `${place}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photo(40 * place + 20),
    })),
  )

async function openAdd(page: Page, type: 'New' | 'Old') {
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`${type} Book`) }).click()
  return dialog
}

test('the table: loading, failing, empty, and what stands in it', async ({ openAs, makePerson, makeBook }) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const page = await openAs(seller)
  const release = await hold(page, own)
  const mend = await breakCalls(page, own)
  await visit(page, '/seller/manage-books')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch books.')
  mend()
  await page.getByRole('button', { name: 'Try again' }).click()
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
  await expect(page.getByRole('row').filter({ hasText: other }).getByRole('cell').nth(8)).toHaveText('No')
  await page.waitForLoadState('networkidle')
  expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(3)
  await page.getByLabel('Search your books').fill('analog')
  await expect(page).toHaveURL('/seller/manage-books?search=analog')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a new book: what is missing is told in its order, and a double click lists it once', async ({ openAs, makePerson }) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  const alert = dialog.getByRole('alert').last()
  await submit.click()
  await expect(alert).toHaveText('❌ Title, Author, and Original Price are required.')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  const title = unique('Operating Systems')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Author').fill('   ')
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('600')
  await submit.click()
  await expect(alert).toHaveText('❌ Title, Author, and Original Price are required.')
  await dialog.getByLabel('Author').fill('A. Tanenbaum')
  await submit.click()
  await expect(alert).toHaveText('❌ Please select a valid branch.')
  await dialog.getByLabel('Branch').selectOption('Computer Science')
  await submit.click()
  await expect(alert).toHaveText('❌ Please upload at least 2 images.')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await photos(1))
  await submit.click()
  await expect(alert).toHaveText('❌ Please upload at least 2 images.')
  // Choosing more than fit adds none of them.
  await dialog.getByLabel('Images (2-5)').setInputFiles(await photos(5))
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(1)
  await dialog.getByLabel('Images (2-5)').setInputFiles(await photos(4))
  await expect(dialog.getByRole('img')).toHaveCount(5)
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Remove picture 5' }).click()
  await expect(dialog.getByRole('img')).toHaveCount(4)
  await dialog.getByLabel('Rentable').check()
  await submit.click()
  await expect(dialog.getByText('Rent price per day is required.').first()).toBeVisible()
  await dialog.getByLabel('Rent price per day').fill('12')

  const mend = await breakCalls(page, adding)
  await submit.click()
  await expect(alert).toHaveText('❌ Failed to add book.')
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByRole('img')).toHaveCount(4)
  mend()
  const calls = countCalls(page, adding)
  const release = await hold(page, adding)
  await submit.dblclick()
  await expect(dialog.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  release()
  await expect(page.getByRole('alert').filter({ hasText: '✅ Book Added Successfully!' })).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(calls).toHaveLength(1)
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1)
})

test('an old book: the prediction, one’s own price, and nothing lost on the way back', async ({ openAs, makePerson }) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'Old')
  const predict = dialog.getByRole('button', { name: 'Predict Price' })
  await predict.click()
  await expect(dialog.getByLabel('Publication year')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Condition').selectOption('average')
  await dialog.getByLabel('Publication year').fill('2018')
  await dialog.getByLabel('Pages').fill('420')
  await dialog.getByLabel('Original price').fill('800')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await photos(2))
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Predict the price first, or enter your own price.')
  const mend = await breakCalls(page, { path: /predict-price$/ })
  await predict.click()
  await expect(dialog.getByRole('alert').filter({ hasText: '❌ Failed to predict price.' })).toBeVisible()
  mend()
  await predict.click()
  const predicted = dialog.getByLabel('Predicted price', { exact: true })
  await expect(predicted).toHaveValue(/^₹\d+\.\d\d$/)
  await expect(predicted).not.toBeEditable()
  await expect(dialog.getByLabel('Accept Predicted Price')).toBeChecked()
  await expect(dialog.getByLabel('Custom price')).toBeHidden()
  // A prediction holds for the facts it was made of.
  await dialog.getByLabel('Pages').fill('421')
  await expect(predicted).toHaveValue('')
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price').fill('900')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Your price can be at most the original price.')).toBeVisible()
  await dialog.getByLabel('Custom price').fill('350')
  await dialog.getByRole('button', { name: 'Next' }).click()
  const title = unique('Heat Transfer')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Custom price')).toHaveValue('350')
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('❌ Title, Author, and Original Price are required.')
  await dialog.getByLabel('Author').fill('J. P. Holman')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('❌ Please select a valid branch.')
  await dialog.getByLabel('Branch').selectOption('Mechanical')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: title }).getByRole('cell').nth(2)).toHaveText('Old')
})

test('leaving a half-filled form asks first; an untouched one closes', async ({ openAs, makePerson }) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const dialog = await openAdd(page, 'New')
  await dialog.getByLabel('Title').fill('Half a book')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a book')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
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
  const chatId = await makeChat(await makePerson('buyer', 'Asha Patil'), await makeBook(seller, { title: busy }))
  const page = await openAs(seller)
  await visit(page, '/seller/manage-books')
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this book?' })
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
  await expect(page.getByText('This book has open orders. Finish or cancel them first.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete ${busy}` })).toBeDisabled()
  await press(title)
  await question.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page.getByRole('row').filter({ hasText: title })).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: busy })).toBeVisible()
  const left = (await (await request.get('/api/books/seller/books', { headers: bearer(seller) })).json()) as unknown[]
  expect(left).toHaveLength(1)
})
