// From a book's page to its seller.
import { bearer, expect, password, test, unique, visit } from '#e2e/support/fixtures.ts'
import { countCalls, hold } from '#e2e/support/network.ts'

const start = { path: /^\/api\/chats\/start$/ }

test('Chat with Seller asks a stranger to log in, and then is the chat', async ({
  openAs,
  makePerson,
  makeBook,
}) => {
  const buyer = await makePerson('buyer', 'Asha Patil')
  const id = await makeBook(await makePerson('seller', 'Ravi Kumar'), {
    title: unique('Thermodynamics'),
  })
  const page = await openAs()
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, `/buyer/book/${id}`)
  await page.getByRole('button', { name: 'Chat with Seller' }).click()
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await login.getByLabel('Email').fill(buyer.email)
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
  // The way back leads to the book, and not into the chat once more.
  await page.goBack()
  await expect(page).toHaveURL(`/buyer/book/${id}`)
  await expect(page.getByRole('button', { name: 'Chat with Seller' })).toBeEnabled()
  await expect(page).toHaveURL(`/buyer/book/${id}`)
})

test('Chat with Seller: pressed twice it asks once', async ({ openAs, makePerson, makeBook }) => {
  const id = await makeBook(await makePerson('seller', 'Ravi Kumar'), { title: unique('Optics') })
  const page = await openAs(await makePerson('buyer', 'Asha Patil'))
  const calls = countCalls(page, start)
  await visit(page, `/buyer/book/${id}`)
  const button = page.getByRole('button', { name: 'Chat with Seller' })
  const release = await hold(page, start)
  await button.dblclick()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
  expect(calls).toHaveLength(1)
})

test('a seller is told to chat as a buyer, and a sold book says so', async ({
  openAs,
  makePerson,
  makeBook,
  makeChat,
  makeOrder,
  request,
}) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const id = await makeBook(seller, { title: unique('Networks') })
  const other = await openAs(await makePerson('seller', 'Meera Shah'))
  await visit(other, `/buyer/book/${id}`)
  await expect(other.getByText('Log in as a buyer to chat about this book.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Chat with Seller' })).toBeHidden()

  const chat = await makeChat(await makePerson('buyer', 'Asha Patil'), id, 'Is it free?')
  const order = await makeOrder(seller, chat)
  const answered = await request.put(`/api/orders/update/${order._id}`, {
    headers: bearer(seller),
    data: { status: 'Delivered' },
  })
  expect(answered.status()).toBe(200)
  await visit(other, `/buyer/book/${id}`)
  await expect(other.getByText('Sold', { exact: true })).toBeVisible()
})
