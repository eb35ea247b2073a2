import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { removeWithReason } from './admin-pages.ts'

const review = `Pages 40 to 80 are missing.\nSee https://example.com/${'missing'.repeat(60)}`
const reason = 'It describes the parcel and not the book.'

async function expectRemoved(author: Page, title: string, bookId: string): Promise<void> {
  await visit(author, '/buyer/orders')
  const card = author.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('An admin removed this rating, so it no longer counts.')
  await expect(card).not.toContainText('Pages 40 to 80')
  await visit(author, `/buyer/book/${bookId}`)
  await expect(author.getByRole('heading', { name: title })).toBeVisible()
  await expect(author.getByRole('region', { name: 'Reviews' })).toBeHidden()
}

test('a review is removed with a reason, which its author sees', async ({
  openPage,
  openAt,
  admin,
  orderBook,
  post,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('Heat Transfer')
  const order = await orderBook(seller, buyer, { title })
  await setOrderStatus(seller, order, 'Delivered')
  await post(`/orders/${order._id}/rating`, { book: 1, seller: 2, review }, buyer)

  const page = await openAt('/admin/dashboard', admin, onDesktop)
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.getByPlaceholder('Search by book, author or review').fill(title)
  const row = rowOf(page, title)
  await expect(page.getByText('1 review', { exact: true })).toBeVisible()
  await expect(row).toContainText('Pages 40 to 80 are missing.')
  await expect(row).toContainText(buyer.email)
  await checkScreen(page, 'reviews')
  await row.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this review?' })
  await expect(dialog).toContainText(`Asha Patil on ${title}`)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await checkScreen(page, 'removing a review')
  await removeWithReason(page, dialog, {
    list: 'reviews',
    button: 'Remove',
    reason,
    failure: 'Failed to remove review.',
    success: 'The review was removed.',
  })
  await expect(page.getByText('No reviews found.')).toBeVisible()
  await visit(page, '/admin/audit')
  await expect(rowOf(page, title)).toContainText('Removed review')
  await expect(rowOf(page, title)).toContainText(reason)

  const author = await openPage(buyer, onDesktop)
  await expectRemoved(author, title, order.book._id)
})
