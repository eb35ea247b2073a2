// A shop's owner invites a helper, who joins, works, and is removed.
import { randomUUID } from 'node:crypto'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { acceptDialogs, submitLogin, visit } from '#e2e/support/browser-page.ts'
import {
  type Account,
  expect,
  onPhone,
  type Page,
  password,
  test,
  unique,
} from '#e2e/support/fixtures.ts'

const sizes = [
  ['a phone', onPhone],
  ['a wide screen', { viewport: { width: 1366, height: 768 } }],
] as const

/** Opens a fold of the profile unless it is open. */
async function openFold(page: Page, title: string): Promise<void> {
  const fold = page.getByRole('region', { name: title, exact: true }).locator('details')
  if ((await fold.getAttribute('open')) === null)
    await page.getByRole('heading', { name: title, exact: true }).click()
}

for (const [name, size] of sizes)
  test(`a helper joins a shop, works, and is removed, on ${name}`, async ({
    openPage,
    post,
    createBook,
    createChat,
    orderBook,
    putOrder,
    buyer,
  }) => {
    const email = `shop-${randomUUID()}@example.com`
    const shopName = unique('Corner Books')
    const shop = { sellerType: 'shop owner', shopName, shopAddress: '1 Market Road, Pune' }
    await post('/seller/signup', { name: 'Meera Joshi', email, password, ...shop })
    const session = (await post('/seller/login', { email, password })) as Account
    const owner = { ...session, email }
    const bookId = await createBook(owner, { title: unique('Optics') })
    const chatId = await createChat(buyer, bookId, 'Is it still there?')
    const order = await orderBook(owner, buyer, { title: unique('Algebra') })
    await putOrder(buyer, order, 'confirm')

    const own = await openPage(owner, { ...size, permissions: ['clipboard-write'] })
    await visit(own, '/seller/profile')
    await openFold(own, 'Helpers')
    await checkScreen(own, 'helpers, none')
    await own.getByRole('button', { name: 'Invite a helper' }).click()
    const invitation = own.getByRole('dialog', { name: 'Invitation' })
    const link = await invitation.getByLabel('Link').inputValue()
    expect(link).toMatch(/\/join#[\w-]{43}$/)
    await invitation.getByRole('button', { name: 'Copy' }).click()
    await expect(invitation.getByText('Copied.')).toBeVisible()
    await checkScreen(own, 'an invitation')
    await own.keyboard.press('Escape')
    await expect(own.getByText('Open invitation')).toBeVisible()

    const page = await openPage(undefined, size)
    acceptDialogs(page)
    await visit(page, new URL(link).pathname + new URL(link).hash)
    await expect(page.getByRole('heading', { name: `Help at ${shopName}` })).toBeVisible()
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByText('Name is required.').first()).toBeVisible()
    await checkScreen(page, 'joining a shop')
    const helperEmail = `helper-${randomUUID()}@example.com`
    await page.getByLabel('Name').fill('रवि कुमार 📚')
    await page.getByLabel('Email').fill(helperEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    const login = page.getByRole('dialog', { name: 'Login as Seller' })
    await submitLogin(login, helperEmail, password)
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    expect(await page.getByRole('link', { name: 'Wishlist' }).count()).toBe(0)

    await visit(page, '/seller/profile')
    await expect(page.getByText(`Helping at ${shopName}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeHidden()
    await checkScreen(page, 'the profile of a helper')

    await visit(page, `/seller/chats?chat=${chatId}`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Yes, it is.')
    await page.getByRole('button', { name: 'Send' }).click()
    const bubble = page.getByRole('listitem').filter({ hasText: 'Yes, it is.' })
    await expect(bubble.getByText('रवि कुमार 📚')).toBeVisible()
    await checkScreen(page, 'a helper’s message')
    const reader = await openPage(buyer, size)
    await visit(reader, `/buyer/chats?chat=${chatId}`)
    await expect(
      reader.getByRole('listitem').filter({ hasText: 'Yes, it is.' }).getByText('रवि कुमार 📚'),
    ).toBeVisible()
    await visit(page, `/seller/orders?order=${order._id}`)
    const status = page.getByLabel(/^Status of order/)
    await status.selectOption('Shipped')
    await status.press('Enter')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()

    await visit(own, `/seller/orders?order=${order._id}`)
    await own
      .getByRole('button', { name: /^More about order/ })
      .first()
      .click()
    await own.getByRole('menuitem', { name: 'History' }).click()
    await expect(own.getByRole('dialog').getByText('Seller (रवि कुमार 📚)')).toBeVisible()
    await checkScreen(own, 'a history with a helper')

    await visit(own, '/seller/profile')
    await openFold(own, 'Helpers')
    await expect(own.getByText(helperEmail)).toBeVisible()
    await checkScreen(own, 'a helper in the list')
    await own.getByRole('button', { name: 'Remove रवि कुमार 📚' }).click()
    await own.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(own.getByText(helperEmail)).toBeHidden()
    // The live connection ends, and the page asks for a login.
    await expect(page.getByText('You were removed from this shop.')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Login as Seller' })).toBeVisible()
    const dead = await openPage(undefined, size)
    await visit(dead, new URL(link).pathname + new URL(link).hash)
    await expect(dead.getByText(/This invitation no longer works/)).toBeVisible()
    await checkScreen(dead, 'a dead invitation')
  })
