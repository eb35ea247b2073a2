// The admin's area: the way in and out, every list, blocking, deleting, and the password.
import { expect, type Page, stored, test, unique, visit } from './fixtures.ts'
import { answer, breakCalls, countCalls, hold } from './network.ts'

const login = { email: 'admin@dobara.example', password: 'monsoon-keeper-24' }
const calls = (name: string) => ({ path: new RegExp(`^/api/admin/${name}$`) })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function logIn(page: Page, word = login.password) {
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password').fill(word)
  await page.getByRole('button', { name: 'Login' }).click()
}

// In and out -----------------------------------------------------------------------------------------------------

test('the login: what is required, what is wrong, and what is kept', async ({ openAs }) => {
  const page = await openAs()
  await visit(page, '/admin/login')
  await expect(page).toHaveTitle('Admin login · Dobara')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await logIn(page, 'a wrong password')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  const mend = await breakCalls(page, calls('login'))
  await logIn(page)
  await expect(page.getByRole('alert')).toHaveText('Login failed')
  mend()
  const sent = countCalls(page, calls('login'))
  const release = await hold(page, calls('login'))
  await page.getByRole('button', { name: 'Login' }).dblclick()
  release()
  await expect(page).toHaveURL('/admin/dashboard')
  expect(sent).toHaveLength(1)
  expect(Object.keys(await stored(page))).toEqual(['adminToken'])
  // Who is in already is not asked again.
  await page.goto('/admin/login')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('every page asks for the login and brings one back; a buyer is told that it is not for them', async ({ openAs, makePerson }) => {
  const page = await openAs()
  const asked = countCalls(page)
  for (const path of [
    'dashboard',
    'profile',
    'buyers',
    'sellers',
    'books',
    'orders',
    'password-requests',
    'audit',
    'buyers?search=asha',
  ].map((one) => `/admin/${one}`)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  }
  expect(asked).toEqual([])
  await visit(page, page.url())
  await logIn(page)
  await expect(page).toHaveURL('/admin/buyers?search=asha')
  await expect(page.getByRole('searchbox')).toHaveValue('asha')

  const buyer = await openAs(await makePerson('buyer', 'Asha Patil'))
  await visit(buyer, '/admin/orders')
  await expect(buyer.getByRole('heading', { level: 1, name: 'This page is not for this account' })).toBeVisible()
  await buyer.getByRole('link', { name: 'Log in as an admin' }).click()
  await logIn(buyer)
  await expect(buyer).toHaveURL('/admin/orders')
  // The admin's session stands beside the buyer's; the logout ends the admin's alone.
  await buyer.getByRole('button', { name: 'Logout' }).click()
  const question = buyer.getByRole('alertdialog', { name: 'Confirm Logout' })
  await expect(question).toContainText('Are you sure you want to log out?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(buyer).toHaveURL('/admin/orders')
  await buyer.getByRole('button', { name: 'Logout' }).click()
  const token = (await stored(buyer)).adminToken ?? ''
  await question.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(buyer).toHaveURL('/admin/login')
  expect(Object.keys(await stored(buyer)).sort()).toEqual(['token', 'userId', 'userName', 'userRole'])
  const dead = await buyer.request.get('/api/admin/stats', { headers: { authorization: `Bearer ${token}` } })
  expect(dead.status()).toBe(401)
  await visit(buyer, '/buyer/orders')
  await expect(buyer.getByText('No orders found.')).toBeVisible()
})

test('an admin’s session that died beside a live buyer’s asks for the login, and leaves the buyer’s alone', async ({
  openAs,
  makePerson,
}) => {
  const page = await openAs(await makePerson('buyer', 'Asha Patil'))
  await visit(page, '/about')
  await page.evaluate(() => localStorage.setItem('adminToken', 'a-token-that-is-dead'))
  await page.goto('/admin/buyers')
  await expect(page.getByRole('link', { name: 'Log in as an admin' })).toBeVisible()
  expect(Object.keys(await stored(page)).sort()).toEqual(['token', 'userId', 'userName', 'userRole'])
})

test('on a low screen the sidebar scrolls', async ({ openAs, admin }) => {
  const page = await openAs(admin, { viewport: { width: 1024, height: 360 } })
  await visit(page, '/admin/profile')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  const [link, logout] = [nav.getByRole('link', { name: 'Audit log' }), nav.getByRole('button', { name: 'Logout' })]
  await logout.scrollIntoViewIfNeeded()
  await expect(logout).toBeInViewport({ ratio: 1 })
  for (const one of [link, logout]) {
    const box = await one.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(208)
  }
})

test('on a phone the sidebar folds behind a button', async ({ openAs, admin }) => {
  const page = await openAs(admin, { viewport: { width: 360, height: 740 } })
  await visit(page, '/admin/dashboard')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await expect(nav.getByRole('link', { name: 'Buyers' })).toBeHidden()
  await nav.getByRole('button', { name: 'Open menu' }).click()
  await expect(nav.getByRole('list').getByRole('link')).toHaveText([
    'Dashboard',
    'Profile',
    'Buyers',
    'Sellers',
    'Books',
    'Orders',
    'Password requests',
    'Audit log',
  ])
  await nav.getByRole('link', { name: 'Buyers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Sellers' })).toBeHidden()
})

// The screens ----------------------------------------------------------------------------------------------------

test('the dashboard: loading, failing with zeros, the figures and their chart', async ({ openAs, admin }) => {
  const page = await openAs(admin)
  const release = await hold(page, calls('stats'))
  const mend = await breakCalls(page, calls('stats'))
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['0', '0', '0', '0'])
  mend()
  await answer(page, calls('stats'), { json: { bookCount: 123456, sellerCount: 7, orderCount: 42 } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('definition')).toHaveText(['1,23,456', '0', '7', '42'])
  await expect(page.getByRole('term')).toHaveText(['Total Books', 'Buyers', 'Sellers', 'Orders'])
  await expect(page.getByRole('heading', { name: 'Overview Chart' })).toBeVisible()
  const chart = page.getByRole('figure', { name: 'Overview Chart' })
  await expect(chart.getByRole('rowheader')).toHaveText(['Buyers', 'Sellers', 'Books', 'Orders'])
  await expect(chart.locator('.recharts-surface').first()).toHaveAttribute('height', '300')
})

const lists = [
  { path: 'buyers', heads: ['Name', 'Email', 'Status', 'Action'], box: 'Search by name or email', empty: 'No buyers found.' },
  { path: 'sellers', heads: ['Name', 'Email', 'Phone', 'Status', 'Action'], box: 'Search by name or email', empty: 'No sellers found.' },
  {
    path: 'books',
    heads: [
      ...['Title', 'Author', 'Type', 'Branch', 'Original Price', 'Predicted Price', 'Current Price', 'Rent Price'],
      ...['Condition', 'Rentable', 'Seller', 'Action'],
    ],
    box: 'Search by title or branch',
    empty: 'No books found.',
  },
  {
    path: 'orders',
    heads: [
      ...['Book Title', 'Buyer', 'Buyer Email', 'Seller', 'Seller Email', 'Order Type', 'Price', 'Phone', 'Address', 'Status', 'Date'],
    ],
    box: 'Search by book, buyer or seller',
    empty: 'No orders found.',
  },
]
for (const { path, heads, box, empty } of lists)
  test(`${path}: loading, failing, empty, searched`, async ({ openAs, admin }) => {
    const page = await openAs(admin)
    const release = await hold(page, calls(path))
    const mend = await breakCalls(page, calls(path))
    await visit(page, `/admin/${path}`)
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
    release()
    await expect(page.getByText(empty)).toBeVisible()
    await expect(page.getByText('Could not load.')).toBeVisible()
    mend()
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

test('a book’s and an order’s row, with N/A where nothing is', async ({ openAs, admin, makePerson, makeBook, makeChat, makeOrder }) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const buyer = await makePerson('buyer', 'Asha Patil')
  const title = unique('Soil Mechanics')
  const bookId = await makeBook(seller, { title, author: 'K. R. Arora', price: 123_456 / 100, rentPrice: 20 })
  await makeOrder(seller, await makeChat(buyer, bookId), 3)
  const page = await openAs(admin)
  await visit(page, `/admin/books?search=${encodeURIComponent(title.toUpperCase())}`)
  await expect(rowOf(page, title).getByRole('cell')).toHaveText([
    ...[title, 'K. R. Arora', 'New', 'Computer Science', '₹1,234.56', 'N/A', '₹1,234.56', '₹20/day', 'Good', 'Yes', 'Ravi Kumar', 'Delete'],
  ])
  await visit(page, `/admin/orders?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('status').filter({ hasText: '1 order' })).toBeVisible()
  await expect(rowOf(page, title).getByRole('cell')).toHaveText([
    ...[title, 'Asha Patil', buyer.email, 'Ravi Kumar', seller.email, 'Rent', '₹60', '9876543210', 'Hostel 4, Room 12, Pune', 'Pending'],
    /^\d+ \w+ \d{4}$/,
  ])
  await visit(page, `/admin/sellers?search=${seller.email}`)
  await expect(rowOf(page, seller.email).getByRole('cell')).toHaveText(['Ravi Kumar', seller.email, 'N/A', 'Active', 'Block'])
})

test('what a row lacks reads N/A', async ({ openAs, admin }) => {
  const page = await openAs(admin)
  const person = { _id: admin.userId, name: '' }
  const row = { _id: admin.userId, createdAt: '2026-11-07T10:00:00Z', history: [], can: [] }
  await answer(page, calls('orders'), { json: [{ ...row, book: { title: '' }, buyer: person, seller: person, status: 'Lost' }] })
  await visit(page, '/admin/orders')
  const none = (count: number) => Array.from({ length: count }, () => 'N/A')
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([...none(9), 'Unknown', '7 Nov 2026'])
  await answer(page, calls('books'), { json: [{ ...row, title: '', seller: { ...person, status: 'active' } }] })
  await visit(page, '/admin/books')
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([...none(9), 'No', 'N/A', 'Delete'])
})

test('more rows come page by page', async ({ openAs, admin }) => {
  const page = await openAs(admin)
  await visit(page, '/admin/books')
  await expect(page.getByRole('row')).toHaveCount(25)
  const mend = await breakCalls(page, calls('books'))
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Could not load more.')).toBeVisible()
  mend()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(49)
})

// Deeds ----------------------------------------------------------------------------------------------------------

test('blocking asks first, is felt at once by the blocked buyer, and is undone by one press', async ({ openAs, admin, makePerson }) => {
  const name = unique('Asha')
  const person = await makePerson('buyer', name)
  const buyer = await openAs(person)
  await visit(buyer, '/buyer/orders')
  await expect(buyer.getByText('No orders found.')).toBeVisible()
  const page = await openAs(admin)
  await visit(page, `/admin/buyers?search=${encodeURIComponent(name)}`)
  const row = rowOf(page, name)
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Block ${name}?` })
  await expect(question).toContainText('They are logged out at once')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('button', { name: 'Block', exact: true })).toBeFocused()

  const mend = await breakCalls(page, { path: /toggle-status$/ })
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  await question.getByRole('button', { name: 'Yes, Block' }).click()
  await expect(page.getByRole('alert')).toContainText(`Failed to block ${name}.`)
  await expect(row).toContainText('Active')
  mend()
  const toggles = countCalls(page, { path: /toggle-status$/ })
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  // The row flips by the toggle's own answer, before the list is read again.
  const release = await hold(page, calls('buyers'))
  await question.getByRole('button', { name: 'Yes, Block' }).dblclick()
  await expect(row).toContainText('Blocked')
  release()
  expect(toggles).toHaveLength(1)
  await expect(buyer.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  await expect(buyer.getByText('Your account has been blocked. Please contact support.')).toBeVisible()
  expect(await stored(buyer)).not.toHaveProperty('token')
  await row.getByRole('button', { name: 'Unblock' }).click()
  await expect(row).toContainText('Active')
  await visit(page, '/admin/audit')
  const log = page.getByRole('row').filter({ hasText: name })
  await expect(log.nth(0)).toContainText('Unblocked buyer')
  await expect(log.nth(1)).toContainText('Blocked buyer')
})

test('a blocked seller’s book leaves the market, and comes back', async ({ openAs, admin, makePerson, makeBook }) => {
  const name = unique('Ravi')
  const title = unique('Fluids')
  await makeBook(await makePerson('seller', name), { title })
  const page = await openAs(admin)
  await visit(page, `/admin/sellers?search=${encodeURIComponent(name)}`)
  const row = rowOf(page, name)
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Their books leave the market')
  await question.getByRole('button', { name: 'Yes, Block' }).click()
  await expect(row).toContainText('Blocked')
  const visitor = await openAs()
  await visit(visitor, `/books?search=${encodeURIComponent(title)}`)
  await expect(visitor.getByText('No books found.')).toBeVisible()
  await visit(page, `/admin/books?search=${encodeURIComponent(title)}`)
  await expect(rowOf(page, title)).toContainText('Blocked')
  await expect(rowOf(page, title).getByRole('link')).toHaveCount(0)
  await visit(page, `/admin/sellers?search=${encodeURIComponent(name)}`)
  await row.getByRole('button', { name: 'Unblock' }).click()
  await expect(row).toContainText('Active')
  await visitor.reload()
  await expect(visitor.getByText(title).first()).toBeVisible()
})

test('a book is deleted with a reason, which its chats read', async ({ openAs, admin, makePerson, makeBook, makeChat, makeOrder }) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const title = unique('Photocopied Notes')
  const chatId = await makeChat(await makePerson('buyer', 'Asha Patil'), await makeBook(seller, { title }))
  await makeOrder(seller, chatId)
  const reader = await openAs(seller)
  await visit(reader, `/seller/chats?chat=${chatId}`)
  const page = await openAs(admin)
  await visit(page, `/admin/books?search=${encodeURIComponent(title)}`)
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this book?' })
  await expect(dialog).toContainText(`${title}, sold by Ravi Kumar`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('A photocopy is not a book.')
  const removal = { path: /^\/api\/admin\/books\/[^/]+$/, method: 'DELETE' } as const
  const mend = await breakCalls(page, removal)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete book.')
  await expect(dialog.getByLabel('Reason')).toHaveValue('A photocopy is not a book.')
  mend()
  const removals = countCalls(page, removal)
  await dialog.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page.getByText(`'${title}' was deleted.`)).toBeVisible()
  await expect(page.getByText('No books found.')).toBeVisible()
  expect(removals).toHaveLength(1)
  await expect(reader.getByRole('log')).toContainText(
    'is now Cancelled. An admin took this book off the market. Reason: A photocopy is not a book.',
  )
  await visit(page, '/admin/audit')
  await expect(rowOf(page, title)).toContainText('Deleted book')
  await expect(rowOf(page, title)).toContainText('A photocopy is not a book.')
})

test('the log: loading, failing, empty', async ({ openAs, admin }) => {
  const page = await openAs(admin)
  const release = await hold(page, calls('audit'))
  const mend = await breakCalls(page, calls('audit'))
  await visit(page, '/admin/audit')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  mend()
  await answer(page, calls('audit'), { json: [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Nothing was blocked, unblocked or deleted yet.')).toBeVisible()
})

test('the profile: loading, failing, and whose it is', async ({ openAs, admin }) => {
  const page = await openAs(admin)
  const release = await hold(page, calls('profile'))
  const mend = await breakCalls(page, calls('profile'))
  await visit(page, '/admin/profile')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['Admin', 'N/A', 'N/A'])
  mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('definition')).toHaveText([/\S/, login.email, admin.userId])
})

test('the password: a mismatch sends nothing; the server’s word stands under the form', async ({ openAs, admin }) => {
  const page = await openAs(admin)
  await visit(page, '/admin/profile')
  const sent = countCalls(page, calls('password'))
  const current = page.getByLabel('Current Password')
  const fill = async (old: string, next: string, confirm: string) => {
    await current.fill(old)
    await page.getByLabel('New Password', { exact: true }).fill(next)
    await page.getByLabel('Confirm New Password').fill(confirm)
    await page.getByRole('button', { name: 'Update Password' }).click()
  }
  await fill('', '', '')
  await expect(page.getByText('Current password is required.')).toBeVisible()
  await expect(page.getByText('New password is required.')).toBeVisible()
  await fill('a wrong one', 'a-better-monsoon-25', 'a-better-monsoon-26')
  await expect(page.getByRole('alert')).toHaveText('New passwords do not match.')
  expect(sent).toEqual([])
  await fill('a wrong one', 'a-better-monsoon-25', 'a-better-monsoon-25')
  await expect(page.getByRole('alert')).toHaveText('The current password is not right.')
  await expect(current).toBeFocused()
  const mend = await breakCalls(page, calls('password'))
  await fill('a wrong one', 'a-better-monsoon-25', 'a-better-monsoon-25')
  await expect(page.getByRole('alert')).toHaveText('Failed to update password.')
  mend()
  // All tests share this admin, so the change itself is the server's tests' business.
  await answer(page, calls('password'), { json: { message: 'Password updated successfully!' } })
  await fill(login.password, 'a-better-monsoon-25', 'a-better-monsoon-25')
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(current).toHaveValue('')
})
