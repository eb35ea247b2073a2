import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, recordCalls } from '#e2e/support/network.ts'

test('a delivered order is rated once: the book and its seller', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  setOrderStatus,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const id = await createBook(seller, { title: unique('Heat Transfer') })
  const order = await createOrder(seller, await createChat(buyer, id))
  const page = await openPage(buyer)
  await visit(page, '/buyer/orders')
  const open = page.getByRole('button', { name: 'Rate book and seller' })
  await expect(page.getByRole('button', { name: 'Confirm order' })).toBeVisible()
  await expect(open).toBeHidden()
  await setOrderStatus(seller, order, 'Delivered')
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'How was it?' })
  const save = dialog.getByRole('button', { name: 'Save rating' })
  await save.click()
  await expect(dialog.getByText('The rating of the book is required.')).toBeVisible()
  await expect(dialog.getByText('The rating of the seller is required.')).toBeVisible()
  await dialog
    .getByRole('group', { name: 'The book' })
    .getByRole('radio', { name: '5 of 5' })
    .check({ force: true })
  await dialog
    .getByRole('group', { name: 'The seller' })
    .getByRole('radio', { name: '3 of 5' })
    .check({ force: true })
  await dialog.getByLabel('Review').fill('Clean copy,\nlate by a day.')
  const rating = { path: /\/rating$/ }
  const restore = await failRequests(page, rating)
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to save your rating.')
  await expect(dialog.getByLabel('Review')).toHaveValue('Clean copy,\nlate by a day.')
  restore()
  const calls = recordCalls(page, rating)
  await save.dblclick()
  await expect(dialog).toBeHidden()
  expect(calls).toHaveLength(1)
  await expect(page.getByText('You rated the book 5 of 5 and the seller 3 of 5.')).toBeVisible()
  await expect(open).toBeHidden()
  await visit(page, `/buyer/book/${id}`)
  await expect(page.getByRole('article').getByText('5.0')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('Asha')
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('Clean copy,')
})
