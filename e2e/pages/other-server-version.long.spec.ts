// A tab and a server of different versions: the tab ignores data that it doesn't know.
import { fillTitleAndAuthor } from '#e2e/pricing/old-book-form.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, password, test, unique } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { makePhotos } from '#e2e/support/photos.ts'

test('login: the role in any case, and the server’s own error message', async ({
  openPage,
  createAccount,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const page = await openPage()
  page.on('dialog', (dialog) => void dialog.accept())
  const refusal = {
    code: 'device_unconfirmed',
    message: 'Please confirm this device first.',
    since: 2027,
  }
  await stubResponse(page, { path: /^\/api\/buyer\/login$/ }, { status: 403, json: refusal }, 1)
  await visit(page, '/about?login=buyer')
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password').fill(password)
  const submit = page.getByRole('button', { name: 'Login', exact: true })
  await submit.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Please confirm this device first.',
  )
  await stubResponse(page, { path: /^\/api\/buyer\/login$/ }, { json: { message: 'Hello' } }, 1)
  await submit.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Login failed.')
  const { token, userId, name } = buyer
  await stubResponse(
    page,
    { path: /^\/api\/buyer\/login$/ },
    { json: { token, userId, name, role: 'Buyer', message: 'Welcome', plan: 'free' } },
    1,
  )
  await submit.click()
  await expect(page).toHaveURL('/buyer/dashboard')
  expect(await page.evaluate(() => localStorage.getItem('userRole'))).toBe('buyer')
})

test('listing: the server’s own error message, and a prediction without a band', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await stubResponse(page, { path: /^\/api\/predict-price$/ }, { json: { predicted_price: 250 } })
  const full = { code: 'shelf_full', message: 'Your shelf is full.' }
  await stubResponse(
    page,
    { path: /^\/api\/books\/seller\/books$/, method: 'POST' },
    { status: 409, json: full },
  )
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Old Book/ }).click()
  await expect(dialog.getByLabel('Condition')).toBeFocused()
  await dialog.getByLabel('Publication year').fill('2020')
  await dialog.getByLabel('Original price').fill('500')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60))
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Predicted price' })).toHaveValue('₹250.00')
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price').fill('300')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await fillTitleAndAuthor(dialog, unique('Optics'), 'Eugene Hecht')
  await dialog.getByLabel('Branch').selectOption('Science')
  await expect(dialog.getByRole('region', { name: 'Your price' })).toContainText('₹300')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Your shelf is full.')
})

test('modals, notifications and live messages work with responses that lack most fields', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  sendMessage,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const chatId = await createChat(
    buyer,
    await createBook(seller, { title: unique('Optics') }),
    'Is it free?',
  )
  const page = await openPage(seller)
  const notice = {
    _id: '019a0000-0000-7000-8000-000000000001',
    kind: 'wish',
    text: 'Somebody wishes for a book.',
  }
  await stubResponse(page, { path: /^\/api\/notices$/ }, { json: [notice, { kind: 'order' }, {}] })
  await stubResponse(
    page,
    { path: /^\/api\/books\/seller\/books$/, method: 'GET' },
    { json: [{ _id: notice._id, can: ['edit', 'lend'] }] },
  )
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Somebody wishes for a book.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Edit/ }).click()
  const update = page.getByRole('dialog', { name: 'Update Book' })
  await update.getByRole('button', { name: 'Update Book' }).click()
  await expect(update.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(update).toBeHidden()

  const chat = {
    _id: chatId,
    can: ['order', 'send'],
    messages: [{ message: 'Hello', senderModel: 'Robot' }],
  }
  await stubResponse(page, { path: new RegExp(`^/api/chats/${chatId}$`) }, { json: chat })
  await visit(page, `/seller/chats?chat=${chatId}`)
  const log = page.getByRole('log')
  await expect(log).toContainText('Hello')
  await sendMessage(buyer, chatId, 'And this one?')
  await page.getByRole('button', { name: 'Create Order' }).click()
  const order = page.getByRole('dialog', { name: 'Create Order' })
  await expect(order.getByText('Unknown Book, for Unknown Buyer')).toBeVisible()
  await expect(order.getByLabel('Price (₹)')).toHaveValue('')
})
