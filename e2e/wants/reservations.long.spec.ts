// A copy that is reserved for whoever only sells, and for whoever has ordered the title already.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test as testOnSharedServer, unique } from '#e2e/support/fixtures.ts'
import { test } from '#e2e/support/moved-clock.ts'
import { phone, reserved } from './reserved.ts'

test('whoever only sells and waits for a copy is led to a buyer account, and then gets it', async ({
  server,
  put,
  openPage,
  createAccount,
  createBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const meera = await createAccount('seller', 'Meera Nair')
  const title = unique('Concepts of Physics')
  const wanted = { title, author: 'H. C. Verma' }
  await put('/wants', { titles: [wanted] }, meera)
  const bookId = await createBook(seller, { ...wanted, openToExchange: true })
  await server.move({ bookIds: [bookId] })

  const page = await openPage(meera, phone)
  await visit(page, '/seller/wants')
  await reserved(page).getByRole('link', { name: 'See the book' }).click()
  await expect(page.getByText('You have no buyer account yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open a buyer account' })).toBeVisible()
  await checkScreen(page, 'a reserved book, without a buyer account')
  await page.goBack()
  await reserved(page).getByRole('button', { name: 'Chat with the seller' }).click()
  page.on('dialog', (dialog) => void dialog.accept())
  const signup = page.getByRole('dialog')
  await signup.getByLabel('Address').fill('12 Lake Road, Pune')
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(
    page.getByRole('button', { name: 'Chat with Seller' }).or(page.getByRole('log')),
  ).toBeVisible()
})

testOnSharedServer(
  'whoever has ordered the title reads so, and is asked once it is there',
  async ({ put, openPage, createAccount, orderBook }) => {
    const seller = await createAccount('seller', 'Ravi Kumar')
    const buyer = await createAccount('buyer', 'Asha Patil')
    const wanted = { title: unique('Concepts of Physics'), author: 'H. C. Verma' }
    await put('/wants', { titles: [wanted] }, buyer)
    const { _id: orderId } = await orderBook(seller, buyer, wanted)
    await put(`/orders/${orderId}/confirm`, {}, buyer)

    const page = await openPage(buyer, phone)
    await visit(page, '/buyer/wants')
    await expect(page.getByText('You get one in your orders.')).toBeVisible()
    await checkScreen(page, 'wants, with one on its way')
    await page.getByRole('link', { name: 'your orders' }).click()
    await expect(page).toHaveURL(/\/buyer\/orders/)

    await put(`/orders/update/${orderId}`, { status: 'Delivered' }, seller)
    await visit(page, '/buyer/wants')
    await expect(page.getByText('You have got one. Do you still want another?')).toBeVisible()
    await checkScreen(page, 'wants, with one that has come')
    await page.getByRole('button', { name: 'Yes, another' }).click()
    await expect(page.getByText('Nobody else wants this')).toBeVisible()
  },
)
