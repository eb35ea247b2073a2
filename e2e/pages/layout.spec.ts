// What has its place on the screen: tables within their boxes, chats within the window, toasts clear of modals, and the report on paper.
import { expect, type Page, type Account, test, unique, visit } from '#e2e/support/fixtures.ts'
import { failRequests } from '#e2e/support/network.ts'

/** How far the page's table reaches beyond its box, and which of its cells lie over their neighbours. */
const overflow = (page: Page) =>
  page.getByRole('table').evaluate((table) => {
    const box = table.parentElement as HTMLElement
    const cells = [...table.querySelectorAll<HTMLElement>('th, td')]
    const tight = cells
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.innerText)
    return { beyond: box.scrollWidth - box.clientWidth, tight }
  })

// A browser that shows its scrollbar leaves 1265 px of 1280.
for (const width of [1265, 1440, 768, 360])
  test(`the lists of sellers and admins fit every window width`, async ({
    openPage,
    admin,
    createAccount,
    createBook,
    createChat,
    createOrder,
    request,
  }) => {
    const [seller, buyer] = [
      await createAccount('seller', 'Padmanabhan Subramanian'),
      await createAccount('buyer', 'Karthik Venkataraghavan'),
    ]
    const bookId = await createBook(seller, {
      title: unique('Introductory Macroeconomics'),
      price: 99_999.99,
      rentPrice: 1234.5,
    })
    const order = await createOrder(seller, await createChat(buyer, bookId), 30)
    await request.put(`/api/orders/update/${order._id}`, {
      headers: { authorization: `Bearer ${seller.token}` },
      data: { status: 'Delivered' },
    })
    const viewport = { width, height: 800 }
    for (const [person, paths] of [
      [seller, ['/seller/orders', '/seller/manage-books']],
      // The newest rows are the tests' own; those that are searched for are people and books as they are.
      [admin, ['/admin/orders', '/admin/books', '/admin/sellers', '/admin/buyers']],
      [
        admin,
        [
          '/admin/books?search=Competitive',
          '/admin/sellers?search=dobara.example',
          '/admin/buyers?search=dobara.example',
        ],
      ],
    ] satisfies [Account, string[]][]) {
      const page = await openPage(person, { viewport })
      for (const path of paths) {
        await visit(page, path)
        await expect(page.getByRole('row').nth(1)).toBeVisible()
        expect(await overflow(page), path).toEqual({ beyond: 0, tight: [] })
      }
      if (person !== seller) continue
      await visit(page, '/seller/orders')
      await expect(page.getByRole('button', { name: 'Mark returned' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('columnheader').last()).toHaveText('Ordered On')
    }
  })

test('an open chat is as tall as the window', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const bookId = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title: unique('Topology'),
  })
  const chatId = await createChat(
    buyer,
    bookId,
    ...Array.from({ length: 20 }, (_, n) => `Line ${n}\nand more`),
  )
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    const page = await openPage(buyer, { viewport })
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await expect(page.getByRole('log')).toContainText('Line 19')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height)
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  }
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])
  test(`at ${viewport.width} px a toast covers no modal, is shown once, and closes`, async ({
    openPage,
    createAccount,
    createBook,
    createChat,
  }) => {
    const seller = await createAccount('seller', 'Ravi Kumar')
    const bookId = await createBook(seller, { title: unique('Robotics') })
    const chatId = await createChat(await createAccount('buyer', 'Asha Patil'), bookId, 'Mine?')
    const page = await openPage(seller, { viewport })
    await visit(page, `/seller/chats?chat=${chatId}`)
    const chat = page.getByRole('dialog', { name: 'Chat' })
    await chat.getByRole('button', { name: 'Create Order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Order' })
    await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, Pune')
    await dialog.getByLabel('Phone number').fill('9876543210')
    await dialog.getByRole('button', { name: 'Create Order' }).click()
    const toast = page.getByText(/^Order \w+ was created\.$/).locator('..')
    await expect(toast).toBeVisible()
    const [low, high] = [await toast.boundingBox(), await chat.boundingBox()]
    expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(high?.y ?? 0)
    await expect(toast).toBeHidden()
    const order = chat.getByRole('button', { name: 'Create Order' })
    for (let press = 0; press < 3; press++) await order.click({ force: true })
    await expect(page.getByText('No copy of this book is available any more.')).toHaveCount(1)
    // A press on a toast isn't one beside the modal.
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(chat).toBeVisible()
  })

test('the printed report is as wide as the paper', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  await createOrder(
    seller,
    await createChat(
      await createAccount('buyer', 'Asha Patil'),
      await createBook(seller, { title: unique('Statics') }),
    ),
  )
  // A4, upright and across.
  for (const width of [794, 1045]) {
    const page = await openPage(seller, { viewport: { width, height: 900 } })
    await visit(page, '/seller/reports')
    await expect(page.getByRole('table', { name: 'Best sellers' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const box = await page.getByRole('region', { name: 'Sales', exact: true }).boundingBox()
    expect(box?.width).toBeGreaterThan(width * 0.9)
  }
})

test('a failed report has one Retry button', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await failRequests(page, { path: /^\/api\/seller\/reports/ })
  await visit(page, '/seller/reports')
  await expect(page.getByRole('alert')).toContainText('Error fetching reports.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1)
})
