import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, type Page, test } from '#e2e/support/fixtures.ts'

const menus = {
  buyer: {
    Home: 'dashboard',
    'My Orders': 'orders',
    Wishlist: 'wishlist',
    Swaps: 'exchanges',
    Chats: 'chats',
    Profile: 'profile',
  },
  seller: {
    Dashboard: 'dashboard',
    'Manage Books': 'manage-books',
    Wishlist: 'wishlist',
    Swaps: 'exchanges',
    Orders: 'orders',
    Reports: 'reports',
    Chats: 'chats',
    Profile: 'profile',
  },
} as const
const menu = (page: Page, side: 'buyer' | 'seller') =>
  page.getByRole('navigation', { name: side === 'buyer' ? 'Main' : 'Seller' })

for (const side of ['buyer', 'seller'] as const)
  test(`the menu of a ${side} links to every page, has Logout, and folds on a phone`, async ({
    openAt,
    sharedAccounts,
  }) => {
    const page = await openAt(`/${side}/orders`, sharedAccounts[side])
    const links = menu(page, side).getByRole('list').getByRole('link')
    await expect(links).toHaveText(Object.keys(menus[side]))
    for (const [index, path] of Object.values(menus[side]).entries())
      await expect(links.nth(index)).toHaveAttribute('href', `/${side}/${path}`)
    const logout = menu(page, side).getByRole('button', { name: 'Logout' })
    await expect(logout).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    const profile = links.filter({ hasText: /^Profile$/ })
    await expect(profile).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(links).toHaveText(Object.keys(menus[side]))
    await expect(logout).toBeVisible()
    await profile.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeAttached()
    await expect(page).toHaveURL(`/${side}/profile`)
    await expect(profile).toBeHidden()
  })

const phoneMenus = [
  { of: 'the public pages', path: '/about', side: undefined },
  { of: 'a buyer', path: '/buyer/orders', side: 'buyer' },
  { of: 'a seller', path: '/seller/orders', side: 'seller' },
] as const
for (const { of, path, side } of phoneMenus)
  test(`the menu of ${of} closes on Escape, Back and a tap outside, and stays on the page`, async ({
    openPage,
    sharedAccounts,
  }) => {
    const page = await openPage(side && sharedAccounts[side], onPhone)
    await visit(page, path)
    const open = page.getByRole('button', { name: 'Open menu' })
    const link = page
      .getByRole('navigation', { name: /Main|Seller/ })
      .getByRole('listitem')
      .first()
    const ways = {
      Escape: () => page.keyboard.press('Escape'),
      Back: () => page.goBack(),
      'a tap outside': () => page.mouse.click(180, 700),
    }
    for (const [way, close] of Object.entries(ways)) {
      await open.click()
      await expect(link, way).toBeVisible()
      await close()
      await expect(link, way).toBeHidden()
      await expect(page).toHaveURL(path)
      if (way === 'Escape') await expect(open).toBeFocused()
    }
  })
