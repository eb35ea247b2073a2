// Every screen and modal for everyone: no axe violation in either theme, and nothing wider than the screen.
import { expect, type Page, makePhoto, visit } from '#e2e/support/fixtures.ts'
import { look, market, optionsOf, type Theme } from './check-screen.ts'

/** The profile: to be read, and with everything open and wrong. */
async function lookAtProfile(page: Page, side: 'buyer' | 'seller', theme: Theme): Promise<void> {
  await visit(page, `/${side}/profile`)
  await expect(page.getByText('This device')).toBeVisible()
  await look(page, 'profile', theme)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('x')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('New passwords do not match!')).toBeVisible()
  await look(page, 'profile, being edited', theme)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(page, 'deleting the account', theme)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
}

for (const theme of ['light', 'dark'] as const) {
  market(`public screens, ${theme}`, async ({ openPage, market: { bookId } }) => {
    const page = await openPage(undefined, optionsOf(theme))
    for (const path of [
      '/',
      '/books?branch=Law',
      '/books?sort=newest&branch=Law',
      '/about',
      `/buyer/book/${bookId}`,
      '/no/such/page',
    ]) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page, path, theme)
    }
    await visit(page, '/books?search=nothing-is-called-that')
    await expect(page.getByText('No books found.')).toBeVisible()
    await look(page, 'no books', theme)
    await visit(page, '/buyer/book/019a0000-0000-7000-8000-000000000000')
    await look(page, 'no such book', theme)
    for (const side of ['buyer', 'seller'] as const) {
      await visit(page, `/about?login=${side}`)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(dialog.getByText('Email is required.')).toBeVisible()
      await look(page, `${side} login`, theme)
      await dialog.getByRole('button', { name: "Don't have an account? Signup" }).click()
      if (side === 'seller') await dialog.getByLabel('Seller type').selectOption('Shop owner')
      await dialog.getByRole('button', { name: 'Signup', exact: true }).click()
      await expect(dialog.getByText('Name is required.', { exact: true }).first()).toBeVisible()
      await look(page, `${side} signup`, theme)
    }
    await visit(page, '/?login=seller&forgot=1')
    const forgot = page.getByRole('dialog')
    await forgot.getByRole('button', { name: 'Send link' }).click()
    await expect(forgot.getByText('Email is required.')).toBeVisible()
    await look(page, 'forgot password', theme)
    await forgot.getByLabel('Email').fill('nobody@example.com')
    await forgot.getByRole('button', { name: 'Send link' }).click()
    await expect(forgot.getByRole('status')).toBeVisible()
    await look(page, 'forgot password, asked', theme)
    await visit(page, '/reset-password')
    await expect(page.getByRole('link', { name: 'My buyer account' })).toBeVisible()
    await look(page, 'a dead link', theme)
    await visit(page, '/reset-password#a-token')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Password is required.')).toBeVisible()
    await look(page, 'choosing a new password', theme)
    if (theme === 'dark') {
      await visit(page, '/')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await look(page, 'the menu', theme)
    }
  })

  market(
    `a buyer's screens, ${theme}`,
    async ({ openPage, createAccount, market: { buyer, bookId, chatId } }) => {
      const page = await openPage(buyer, optionsOf(theme))
      await visit(page, '/buyer/orders')
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
      await look(page, 'orders', theme)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(
        page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first(),
      ).toBeVisible()
      await look(page, 'notifications', theme)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Cancel order' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look(page, 'cancelling', theme)
      await visit(page, `/buyer/chats?chat=${chatId}`)
      await expect(page.getByRole('log')).toContainText('Yes, it is free.')
      await look(page, 'a chat', theme)
      await visit(page, `/buyer/book/${bookId}`)
      await look(page, 'a book', theme)
      await lookAtProfile(page, 'buyer', theme)
      if (theme === 'dark') await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Confirm Logout' })).toBeVisible()
      await look(page, 'logout', theme)
      await visit(page, '/seller/orders')
      await look(page, 'another role’s page', theme)

      const newcomer = await openPage(await createAccount('buyer', 'Asha Patil'), optionsOf(theme))
      await visit(newcomer, '/buyer/orders')
      await expect(newcomer.getByText('No orders found.')).toBeVisible()
      await look(newcomer, 'no orders', theme)
      await visit(newcomer, '/buyer/chats')
      await expect(newcomer.getByText('No active chats.')).toBeVisible()
      await look(newcomer, 'no chats', theme)
    },
  )

  market(`a seller's screens, ${theme}`, async ({ openPage, market: { seller, chatId } }) => {
    const page = await openPage(seller, optionsOf(theme))
    await visit(page, '/seller/manage-books')
    await expect(page.getByRole('row')).toHaveCount(3)
    await look(page, 'manage books', theme)
    await page.getByRole('button', { name: 'Add Book' }).click()
    const dialog = page.getByRole('dialog')
    await look(page, 'add book: the choice', theme)
    await dialog.getByRole('button', { name: /New Book/ }).click()
    await dialog.getByLabel('Rentable').check()
    await dialog.getByLabel('Images (2-5)').setInputFiles([
      { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(180) },
      { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(60) },
    ])
    await expect(dialog.getByRole('img')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await look(page, 'add book: a new one', theme)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: /Old Book/ }).click()
    await dialog.getByLabel('Accept Predicted Price').uncheck()
    await look(page, 'add book: the price of an old one', theme)
    await dialog.getByLabel('Publication year').fill('2020')
    await dialog.getByLabel('Pages').fill('300')
    await dialog.getByLabel('Original price').fill('500')
    await dialog.getByLabel('Custom price').fill('200')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByLabel('Title')).toBeVisible()
    await look(page, 'add book: the facts of an old one', theme)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look(page, 'discarding', theme)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await expect(page.getByRole('dialog', { name: 'Update Book' })).toBeVisible()
    await look(page, 'update book', theme)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look(page, 'delete book', theme)
    await visit(page, '/seller/orders')
    await expect(page.getByRole('row')).toHaveCount(2)
    await look(page, 'orders', theme)
    await visit(page, '/seller/dashboard')
    await expect(page.getByRole('figure', { name: 'Sales Performance' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Pending' })).toBeVisible()
    await look(page, 'dashboard', theme)
    await visit(page, '/seller/reports')
    for (const chart of ['Sales', 'Orders'])
      await expect(page.getByRole('table', { name: chart })).toBeAttached()
    await expect(page.getByRole('table', { name: 'Best sellers' })).toBeVisible()
    await look(page, 'reports', theme)
    await lookAtProfile(page, 'seller', theme)
    await visit(page, '/seller/chats')
    const chats = page.getByRole('list', { name: 'Chats' }).getByRole('listitem')
    await expect(chats).toHaveCount(2)
    await look(page, 'chats', theme)
    await visit(page, `/seller/chats?chat=${chatId}`)
    await expect(page.getByRole('log')).toContainText('Yes, it is free.')
    await look(page, 'a chat', theme)
    await visit(page, '/seller/chats')
    await chats.filter({ hasText: 'And this one?' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Create Order' }).click()
    const order = page.getByRole('dialog', { name: 'Create Order' })
    await order.getByLabel('Order type').selectOption('Rent')
    await order.getByRole('button', { name: 'Create Order' }).click()
    await expect(order.getByLabel('Delivery address')).toHaveAccessibleDescription(
      'Delivery address is required.',
    )
    await look(page, 'create order', theme)
  })

  market(
    `an admin's screens, ${theme}`,
    async ({ openPage, admin, post, market: { seller, buyer, title } }) => {
      const visitor = await openPage(undefined, optionsOf(theme))
      await visit(visitor, '/admin/login')
      await visitor.getByRole('button', { name: 'Login' }).click()
      await expect(visitor.getByText('Email is required.')).toBeVisible()
      await look(visitor, 'admin login', theme)

      const page = await openPage(admin, optionsOf(theme))
      await visit(page, '/admin/dashboard')
      await expect(page.getByRole('figure', { name: 'Overview Chart' })).toBeVisible()
      await look(page, 'dashboard', theme)
      if (theme === 'dark') {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await look(page, 'the menu', theme)
      }
      await visit(page, '/admin/profile')
      await page.getByRole('button', { name: 'Update Password' }).click()
      await expect(page.getByText('New password is required.')).toBeVisible()
      await look(page, 'profile', theme)
      const found = [
        ['buyers', buyer.email],
        ['sellers', seller.email],
        ['books', title],
        ['orders', title],
      ] as const
      for (const [list, search] of found) {
        await visit(page, `/admin/${list}?search=${encodeURIComponent(search.slice(0, 90))}`)
        await expect(page.getByRole('row').nth(1)).toBeVisible()
        await look(page, list, theme)
      }
      await visit(page, `/admin/sellers?search=${seller.email}`)
      await page.getByRole('button', { name: 'Block', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look(page, 'blocking', theme)
      await page.getByRole('button', { name: 'Yes, Block' }).click()
      await expect(page.getByText('Blocked', { exact: true })).toBeVisible()
      await look(page, 'a blocked seller', theme)
      await post('/auth/forgot-password', { email: buyer.email, role: 'buyer' })
      await visit(page, '/admin/password-requests')
      await look(page, 'password requests', theme)
      await page
        .getByRole('row')
        .filter({ hasText: buyer.email })
        .getByRole('button', { name: 'Create link' })
        .click()
      await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible()
      await look(page, 'a link to a new password', theme)
      await page.keyboard.press('Escape')
      await visit(page, '/admin/audit')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await look(page, 'audit log', theme)
      await visit(page, `/admin/books?search=${encodeURIComponent(title.slice(0, 90))}`)
      await page.getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Reason is required.')).toBeVisible()
      await look(page, 'deleting a book', theme)
      await visit(page, '/admin/books?search=nothing-is-called-that')
      await expect(page.getByText('No books found.')).toBeVisible()
      await look(page, 'no books', theme)
      const outsider = await openPage(buyer, optionsOf(theme))
      await visit(outsider, '/admin/books')
      await look(outsider, 'not for this account', theme)
    },
  )
}
