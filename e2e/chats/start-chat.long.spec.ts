// Starting a chat with the seller from a book's page.
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls } from '#e2e/support/network.ts'

const start = { path: /^\/api\/chats\/start$/ }

test('a double click on Chat with Seller sends one request', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title: unique('Optics'),
  })
  const page = await openPage(await createAccount('buyer', 'Asha Patil'))
  const calls = recordCalls(page, start)
  await visit(page, `/buyer/book/${id}`)
  const button = page.getByRole('button', { name: 'Chat with Seller' })
  const release = await holdResponses(page, start)
  await button.dblclick()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
  expect(calls).toHaveLength(1)
})

test('a seller is asked to log in as a buyer, and a sold book says that it is sold', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  setOrderStatus,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const id = await createBook(seller, { title: unique('Networks') })
  const other = await openPage(await createAccount('seller', 'Meera Shah'))
  await visit(other, `/buyer/book/${id}`)
  await expect(other.getByText('Log in as a buyer to chat about this book.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Chat with Seller' })).toBeHidden()

  const chat = await createChat(await createAccount('buyer', 'Asha Patil'), id, 'Is it free?')
  const order = await createOrder(seller, chat)
  await setOrderStatus(seller, order, 'Delivered')
  await visit(other, `/buyer/book/${id}`)
  await expect(other.getByText('Sold', { exact: true })).toBeVisible()
})
