// The admin's dashboard and lists: loading, failing, empty, searched, paged, and what stands in a row.
import { calls, rowOf } from './admin-pages.ts'
import { expect, test, unique, visit } from '#e2e/support/fixtures.ts'
import { stubResponse, failRequests, holdResponses } from '#e2e/support/network.ts'

test('dashboard: loading, error with zeros, figures and chart', async ({
  openPage,
  admin,
}) => {
  const page = await openPage(admin)
  const release = await holdResponses(page, calls('stats'))
  const restore = await failRequests(page, calls('stats'))
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['0', '0', '0', '0'])
  restore()
  await stubResponse(page, calls('stats'), {
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

const lists = [
  {
    path: 'buyers',
    heads: ['Name', 'Email', 'Status', 'Action'],
    box: 'Search by name or email',
    empty: 'No buyers found.',
  },
  {
    path: 'sellers',
    heads: ['Name', 'Email', 'Phone', 'Status', 'Action'],
    box: 'Search by name or email',
    empty: 'No sellers found.',
  },
  {
    path: 'books',
    heads: [
      ...[
        'Title',
        'Author',
        'Type',
        'Branch',
        'Original Price',
        'Predicted Price',
        'Current Price',
        'Rent Price',
      ],
      ...['Condition', 'Rentable', 'Seller', 'Action'],
    ],
    box: 'Search by title or branch',
    empty: 'No books found.',
  },
  {
    path: 'orders',
    heads: [
      ...[
        'Book Title',
        'Buyer',
        'Buyer Email',
        'Seller',
        'Seller Email',
        'Order Type',
        'Price',
        'Phone',
        'Address',
        'Status',
        'Date',
      ],
    ],
    box: 'Search by book, buyer or seller',
    empty: 'No orders found.',
  },
]
for (const { path, heads, box, empty } of lists)
  test(`${path}: loading, error, empty, search`, async ({ openPage, admin }) => {
    const page = await openPage(admin)
    const release = await holdResponses(page, calls(path))
    const restore = await failRequests(page, calls(path))
    await visit(page, `/admin/${path}`)
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
    release()
    await expect(page.getByText(empty)).toBeVisible()
    await expect(page.getByText('Could not load.')).toBeVisible()
    restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('columnheader')).toHaveText(heads)
    await expect(page.getByPlaceholder(box)).toBeVisible()
    // The search stands in the address, and Back leads out of it.
    await page.getByRole('searchbox').fill('nothing is called that')
    await expect(page.getByText(empty)).toBeVisible()
    await expect(page.getByText('Could not load.')).toBeHidden()
    await expect(page).toHaveURL(`/admin/${path}?search=nothing+is+called+that`)
    await page.goBack()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('columnheader').first()).toBeVisible()
  })

test('the rows of a book, an order and a seller, with N/A for missing values', async ({
  openPage,
  admin,
  createAccount,
  createBook,
  createChat,
  createOrder,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const title = unique('Soil Mechanics')
  const bookId = await createBook(seller, {
    title,
    author: 'K. R. Arora',
    price: 123_456 / 100,
    rentPrice: 20,
  })
  await createOrder(seller, await createChat(buyer, bookId), 3)
  const page = await openPage(admin)
  await visit(page, `/admin/books?search=${encodeURIComponent(title.toUpperCase())}`)
  await expect(rowOf(page, title).getByRole('cell')).toHaveText([
    ...[
      title,
      'K. R. Arora',
      'New',
      'Computer Science',
      '₹1,234.56',
      'N/A',
      '₹1,234.56',
      '₹20/day',
      'Good',
      'Yes',
      'Ravi Kumar',
      'Delete',
    ],
  ])
  await visit(page, `/admin/orders?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('status').filter({ hasText: '1 order' })).toBeVisible()
  await expect(rowOf(page, title).getByRole('cell')).toHaveText([
    ...[
      title,
      'Asha Patil',
      buyer.email,
      'Ravi Kumar',
      seller.email,
      'Rent',
      '₹60',
      '9876543210',
      'Hostel 4, Room 12, Pune',
      'Pending',
    ],
    /^\d+ \w+ \d{4}$/,
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

test('more rows load page by page, also after an error', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  await visit(page, '/admin/books')
  await expect(page.getByRole('row')).toHaveCount(25)
  const restore = await failRequests(page, calls('books'))
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Could not load more.')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(49)
})
