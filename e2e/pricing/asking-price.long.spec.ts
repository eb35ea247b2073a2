// The asking price of an old book beside its predicted price: in Update Book and in the table.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { failReads } from '#e2e/support/network.ts'
import { announcement, createOldBook, predictRequest, stubPredictions } from './old-book-form.ts'

async function edit(page: Page, title: string) {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Book' })
  return {
    dialog,
    box: dialog.getByRole('region', { name: 'Predicted price' }),
    asking: dialog.getByLabel('Asking price (₹)'),
  }
}

test('the prediction follows the fields, and a button applies it', async ({
  openPage,
  createAccount,
  post,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const title = await createOldBook(post, seller)
  await stubPredictions(page, ({ publication_year, branch }) => ({
    predicted_price: branch === 'Law' ? 28.5 : Number(publication_year) < 2000 ? 31.06 : 303.97,
    ...(Number(publication_year) < 2000 && { low: 20, high: 40 }),
  }))
  const { dialog, box, asking } = await edit(page, title)
  await expect(asking).toHaveValue('240')
  await expect(dialog.getByLabel('Publication date')).toBeHidden()
  await expect(box.getByText('Predicted price: ₹303.97')).toBeVisible()
  await expect(box.getByText('Likely to sell fast.').first()).toBeVisible()
  await expect(box.getByText('It has been read once.')).toBeVisible()
  await dialog.getByLabel('Publication year').fill('1998')
  await expect(box.getByText('Predicted price: ₹31.06')).toBeVisible()
  await expect(
    announcement(dialog, 'Predicted ₹31.06, expected between ₹20 and ₹40.'),
  ).toBeAttached()
  await expect(box.getByText('High: it may take a while to sell.').first()).toBeVisible()
  await expect(asking).toHaveValue('240')
  await box.getByRole('button', { name: 'Use ₹31.06' }).click()
  await expect(asking).toHaveValue('31.06')
  await expect(box.getByText('A fair price.').first()).toBeVisible()
  await dialog.getByLabel('Branch').selectOption('Law')
  await expect(box.getByText('Predicted price: ₹28.50')).toBeVisible()
  await expect(asking).toHaveValue('31.06')
  await page.route('**/api/books/seller/books?*', () => {})
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(page.getByText('✅ Book Updated Successfully!')).toBeVisible()
  // The row has the saved values before the list is fetched again.
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  await expect(dialog.getByLabel('Publication year')).toHaveValue('1998')
  await expect(asking).toHaveValue('31.06')
})

test('missing fields are named; a failed prediction has Retry; the year is required', async ({
  openPage,
  createAccount,
  post,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const title = await createOldBook(post, seller)
  const restore = await failReads(page, predictRequest)
  const { dialog, box } = await edit(page, title)
  await expect(box.getByText('The price could not be predicted.')).toBeVisible()
  restore()
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(box.getByText(/^Predicted price: ₹/)).toBeVisible()
  await dialog.getByLabel('Pages').fill('0')
  await expect(box.getByText('Pages must be at least 1.')).toBeVisible()
  // The prediction doesn't use the pages: they may be empty.
  await dialog.getByLabel('Pages').fill('')
  await expect(box.getByText(/^Predicted price: ₹/)).toBeVisible()
  await dialog.getByLabel('Publication year').fill('')
  await expect(
    box.getByText('Enter the publication year to see what it should sell for.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(dialog.getByLabel('Publication year')).toHaveAttribute('aria-invalid', 'true')
})

test('an asking price above the original price is an error until either is corrected', async ({
  openPage,
  createAccount,
  post,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const { dialog, box } = await edit(page, await createOldBook(post, seller))
  const fault = 'Your price can be at most the original price.'
  const asking = dialog.getByLabel('Asking price (₹)')
  await asking.fill('900')
  await expect(dialog.getByText(fault)).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText(fault)
  await dialog.getByLabel('Original price (₹)').fill('1200')
  await expect(dialog.getByText(fault)).toHaveCount(0)
  await expect(asking).not.toHaveAttribute('aria-invalid', 'true')
  await expect(box.getByText('High: it may take a while to sell.').first()).toBeVisible()
})

test('the year of an old book follows its date', async ({ openPage, createAccount, post }) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const { dialog } = await edit(
    page,
    await createOldBook(post, seller, { publicationDate: '2018-05-01' }),
  )
  await dialog.getByLabel('Publication date').fill('2012-06-15')
  await expect(dialog.getByLabel('Publication year')).toHaveValue('2012')
})

test('the table shows the asking price beside the predicted price', async ({
  openPage,
  createAccount,
  createBook,
  post,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller, onDesktop)
  const taken = await createOldBook(post, seller, {
    acceptPredictedPrice: 'yes',
    customPrice: '',
  })
  const own = await createOldBook(post, seller)
  const unread = unique('Hydraulics')
  await createBook(seller, { title: unread })
  await visit(page, '/seller/manage-books')
  const row = (title: string) => rowOf(page, title)
  await expect(row(own).getByRole('cell').nth(5)).toHaveText(/^₹\d+\.\d\dasks ₹240$/)
  await expect(row(own).getByRole('cell').nth(4)).toHaveText('₹650')
  await expect(row(taken)).not.toContainText('asks')
  await expect(row(unread)).not.toContainText('asks')
  await checkScreen(page, 'what books ask')
  const { box } = await edit(page, own)
  await expect(box.getByText(/^Predicted price: ₹/)).toBeVisible()
  await checkScreen(page, 'update book: the price of an old one')
})
