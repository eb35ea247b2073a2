import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { waitForLive } from '#e2e/support/network.ts'
import { openSeller } from './open-seller.ts'

test('the toast of an exchanged order leads to its exchange', async ({
  put,
  openPage,
  createAccount,
  createBook,
  createChat,
  post,
}) => {
  const asha = await createAccount('seller', 'Asha Patil')
  const ravi = await createAccount('buyer', 'Ravi Kumar')
  const hers = await createBook(asha, { title: unique('Optics'), openToExchange: true })
  const his = await createBook(await openSeller(post, ravi), { title: unique('Waves') })
  const chatId = await createChat(ravi, hers)
  const terms = {
    chatId,
    orderType: 'purchase',
    items: [{ bookId: hers, copies: 1 }],
    exchange: { items: [{ bookId: his }], topUp: 0 },
    handOver: 'meet',
  }
  const { _id: offerId } = (await post('/offers', terms, ravi)) as { _id: string }
  const page = await openPage(ravi)
  const isLive = waitForLive(page)
  await visit(page, '/buyer/profile')
  await isLive
  await put(`/offers/${offerId}/accept`, {}, asha)
  const link = page.locator('[data-toast]').getByRole('link', { name: 'Swap' })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Swap')
  await expect(page.getByText('Agree with Asha Patil in the chat when you meet.')).toBeVisible()
})
