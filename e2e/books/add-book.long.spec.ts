import { addRequest, fillTitleAndAuthor, submitButton } from '#e2e/pricing/old-book-form.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, holdResponses, loseResponse, recordCalls } from '#e2e/support/network.ts'
import { makePhotos } from '#e2e/support/photos.ts'
import { fillNewBook, openAdd } from './new-book-form.ts'

test('a new book: required fields in order', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const submit = submitButton(dialog)
  const condition = dialog.getByLabel('Condition', { exact: true })
  await expect(condition).toHaveValue('new')
  expect(
    await condition
      .getByRole('option')
      .evaluateAll((options) => options.map((one) => one.getAttribute('value'))),
  ).toEqual([...['new', 'good', 'average', 'poor']])
  const alert = dialog.getByRole('alert').last()
  await submit.click()
  await expect(alert).toHaveText('❌ Title, Author, and Original Price are required.')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  const title = unique('Operating Systems')
  await fillTitleAndAuthor(dialog, title, '   ')
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('600')
  await submit.click()
  await expect(alert).toHaveText('❌ Title, Author, and Original Price are required.')
  await dialog.getByLabel('Author').fill('A. Tanenbaum')
  await submit.click()
  await expect(alert).toHaveText('❌ Please select a valid branch.')
  await dialog.getByLabel('Branch').selectOption('Computer Science')
  await submit.click()
  await expect(alert).toHaveText('❌ Please upload at least 2 images.')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20))
  await submit.click()
  await expect(alert).toHaveText('❌ Please upload at least 2 images.')
  // Choosing too many adds none of them.
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60, 100, 140, 180))
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(1)
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60, 100, 140))
  await expect(dialog.getByRole('img')).toHaveCount(5)
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Remove picture 5' }).click()
  await expect(dialog.getByRole('img')).toHaveCount(4)
  await dialog.getByLabel('Rentable').check()
  await submit.click()
  await expect(dialog.getByText('Rent price per day is required.').first()).toBeVisible()
  await dialog.getByLabel('Rent price per day').fill('12')
})

test('a new book: an error keeps the form, and a double click lists it once', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const submit = submitButton(dialog)
  const alert = dialog.getByRole('alert').last()
  const title = await fillNewBook(dialog, 'Operating Systems')
  await dialog.getByLabel('Rentable').check()
  await dialog.getByLabel('Rent price per day').fill('12')
  const restore = await failRequests(page, addRequest)
  await submit.click()
  await expect(alert).toHaveText('❌ Failed to add book.')
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByRole('img')).toHaveCount(2)
  restore()
  const calls = recordCalls(page, addRequest)
  const release = await holdResponses(page, addRequest)
  await submit.dblclick()
  await expect(dialog.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  release()
  await expect(
    page.getByRole('alert').filter({ hasText: '✅ Book Added Successfully!' }),
  ).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(calls).toHaveLength(1)
  await expect(rowOf(page, title)).toHaveCount(1)
})

test('an old book: prediction, custom price, and nothing is lost on Back', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'Old')
  const predict = dialog.getByRole('button', { name: 'Predict Price' })
  await predict.click()
  await expect(dialog.getByLabel('Publication year')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Condition').selectOption('average')
  await dialog.getByLabel('Publication year').fill('2018')
  await dialog.getByLabel('Pages').fill('420')
  await dialog.getByLabel('Original price').fill('800')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60))
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Predict the price first, or enter your own price.',
  )
  const restore = await failRequests(page, { path: /predict-price$/ })
  await predict.click()
  await expect(
    dialog.getByRole('alert').filter({ hasText: '❌ Failed to predict price.' }),
  ).toBeVisible()
  restore()
  await predict.click()
  const predicted = dialog.getByLabel('Predicted price', { exact: true })
  await expect(predicted).toHaveValue(/^₹\d+\.\d\d$/)
  await expect(predicted).not.toBeEditable()
  await expect(dialog.getByLabel('Accept Predicted Price')).toBeChecked()
  await expect(dialog.getByLabel('Custom price')).toBeHidden()
  // A changed field invalidates the prediction.
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
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    '❌ Title, Author, and Original Price are required.',
  )
  await dialog.getByLabel('Author').fill('J. P. Holman')
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText('❌ Please select a valid branch.')
  await dialog.getByLabel('Branch').selectOption('Mechanical')
  await submitButton(dialog).click()
  await expect(page.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(rowOf(page, title).getByRole('cell').nth(2)).toHaveText('Old')
})

test('the browser’s Back closes the modal, and asks first if something was entered', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await visit(page, '/seller/orders')
  await page.getByRole('link', { name: 'Manage Books' }).click()
  await openAdd(page, 'New')
  const dialog = page.getByRole('dialog', { name: 'Add a new book' })
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/seller/manage-books')
  await openAdd(page, 'New')
  await dialog.getByLabel('Title').fill('Half a title')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a title')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/seller/manage-books')
  await page.goBack()
  await expect(page).toHaveURL('/seller/orders')
})

test('invalid fields are listed with links; a file that is no picture is an error', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  await dialog
    .getByLabel('Images (2-5)')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog.getByText('This picture could not be read.')).toBeVisible()
  await submitButton(dialog).click()
  await expect(dialog.getByText('4 fields need to be corrected:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Author is required.' }).click()
  await expect(dialog.getByLabel('Author')).toBeFocused()
})

test('a listing whose response was lost exists once after a second try', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const title = await fillNewBook(dialog, 'Algorithms')
  await loseResponse(page, addRequest)
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert').last()).toHaveText('❌ Failed to add book.')
  await submitButton(dialog).click()
  await expect(
    page.getByRole('alert').filter({ hasText: '✅ Book Added Successfully!' }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByText(title)).toHaveCount(1)
})
