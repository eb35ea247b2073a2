import { rowOf, visit, visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { adminRequest } from './admin-pages.ts'

test('dashboard: loading, error with zeros, figures and chart', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  const restore = await visitWithFailure(page, '/admin/dashboard', adminRequest('stats'))
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['0', '0', '0', '0'])
  restore()
  await stubResponse(page, adminRequest('stats'), {
    json: { bookCount: 123456, sellerCount: 7, orderCount: 42 },
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('definition')).toHaveText(['1,23,456', '0', '7', '42'])
  await expect(page.getByRole('term')).toHaveText(['Total Books', 'Buyers', 'Sellers', 'Orders'])
  await expect(page.getByRole('heading', { name: 'Overview Chart' })).toBeVisible()
  const chart = page.getByRole('figure', { name: 'Overview Chart' })
  await expect(chart.getByRole('rowheader')).toHaveText(['Buyers', 'Sellers', 'Books', 'Orders'])
  await expect(chart.locator('.recharts-surface').first()).toHaveAttribute('height', '300')
})

test('the rows of a book, an order and a seller, with N/A for missing values', async ({
  openAt,
  admin,
  orderBook,
  seller,
  buyer,
}) => {
  const title = unique('Soil Mechanics')
  const book = { title, author: 'K. R. Arora', price: 1234.56, rentPrice: 20 }
  await orderBook(seller, buyer, book, 3)
  const page = await openAt(`/admin/books?search=${encodeURIComponent(title.toUpperCase())}`, admin)
  await expect(rowOf(page, title).getByRole('cell')).toHaveText([
    ...[title, 'K. R. Arora', 'New', 'Computer Science', '₹1,234.56', 'N/A', '₹1,234.56'],
    ...['₹20/day', 'Good', 'Yes', 'Ravi Kumar', 'Delete'],
  ])
  await visit(page, `/admin/orders?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('status').filter({ hasText: '1 order' })).toBeVisible()
  await expect(rowOf(page, title).getByRole('cell')).toHaveText([
    ...[title, 'Asha Patil', buyer.email, 'Ravi Kumar', seller.email, 'Rent', '₹60'],
    ...['98765 43210', 'Hostel 4, Room 12, Pune', 'Pending', /^\d+ \w+ \d{4}$/],
  ])
  await visit(page, `/admin/sellers?search=${seller.email}`)
  await expect(rowOf(page, seller.email).getByRole('cell')).toHaveText([
    'Ravi Kumar',
    seller.email,
    'N/A',
    'Active',
    'Block',
  ])
})
