import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, password, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests } from '#e2e/support/network.ts'
import { sendReport, thanks } from './report-form.ts'

test('a guest reports a listing after logging in; an admin hides it, and its seller reads why', async ({
  openPage,
  openAt,
  createBook,
  admin,
  seller,
  buyer,
}) => {
  const title = unique('Photocopied Physics')
  const bookId = await createBook(seller, { title, price: 450 })
  const page = await openPage(undefined, onDesktop)
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, `/buyer/book/${bookId}`)
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await submitLogin(page.getByRole('dialog', { name: 'Login as Buyer' }), buyer.email, password)
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose what is wrong.')).toBeVisible()
  await checkScreen(page, 'reporting')
  const restore = await failRequests(page, { path: /^\/api\/complaints$/ })
  await sendReport(page, 'Report this listing', 'Fake or pirated copy', 'The pages are copies.')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to send the report.')
  restore()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText(thanks)).toBeVisible()
  await expect(page).toHaveURL(`/buyer/book/${bookId}`)
  await expect(page.getByText('You reported this listing.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report this listing' })).toBeHidden()

  const desk = await openAt('/admin/complaints', admin, onDesktop)
  await expect(desk.getByRole('link', { name: /Complaints.* open cases?/ })).toBeVisible()
  await expect(rowOf(desk, title)).toContainText('Fake or pirated copy')
  await checkScreen(desk, 'complaints')
  await rowOf(desk, title).getByRole('link', { name: title }).click()
  await expect(desk.getByRole('heading', { name: title })).toBeVisible()
  await expect(desk.getByText('The pages are copies.')).toBeVisible()
  await expect(desk.getByText('₹450', { exact: true })).toBeVisible()
  await checkScreen(desk, 'a complaint')
  await desk.getByRole('button', { name: 'Hide the listing' }).click()
  const hiding = desk.getByRole('dialog', { name: `Hide '${title}'?` })
  await hiding.getByRole('button', { name: 'Hide the listing' }).click()
  await expect(hiding.getByText('Reason is required.')).toBeVisible()
  await hiding.getByLabel('Reason').fill('This is a photocopy.')
  await hiding.getByRole('button', { name: 'Hide the listing' }).click()
  await expect(desk.getByText('The listing is hidden.')).toBeVisible()
  await expect(desk.getByText('Why it is hidden: This is a photocopy.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Show the listing again' })).toBeVisible()

  await visit(page, `/buyer/book/${bookId}`)
  await expect(page.getByText('Book not found.')).toBeVisible()
  const shop = await openAt('/seller/manage-books', seller, onDesktop)
  await expect(rowOf(shop, title)).toContainText('Reason: This is a photocopy.')
  await checkScreen(shop, 'a hidden listing')
  await visit(desk, '/admin/complaints?state=done')
  await expect(rowOf(desk, title)).toContainText('Listing hidden')
})
