import { messageBox, messageLog, testWithChat, writeMessage } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { waitForLive } from '#e2e/support/network.ts'

const toast = (page: Page) => page.locator('[data-toast]')
/** Advances the page's clock. A toast closes after four seconds. */
const wait = (page: Page, seconds: number) => page.clock.runFor(seconds * 1000)

async function saveProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(toast(page)).toBeVisible()
}

test('a toast stays while it has the pointer or the focus', async ({ openPage, buyer }) => {
  const page = await openPage(buyer)
  await page.clock.install()
  await visit(page, '/buyer/profile')
  await saveProfile(page)
  await wait(page, 3)
  await toast(page).hover()
  await wait(page, 60)
  await expect(toast(page)).toBeVisible()
  await page.mouse.move(0, 0)
  await wait(page, 2)
  await expect(toast(page)).toBeHidden()
  await saveProfile(page)
  await page.getByRole('button', { name: 'Dismiss' }).focus()
  await wait(page, 60)
  await expect(toast(page)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).focus()
  await wait(page, 5)
  await expect(toast(page)).toBeHidden()
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
])
  testWithChat(
    `at ${viewport.width} px neither a toast nor the offline banner covers the message box`,
    async ({ openPage, orderBook, chat: { seller, buyer, chatId } }) => {
      const page = await openPage(buyer, { viewport })
      const live = waitForLive(page)
      await visit(page, `/buyer/chats?chat=${chatId}`)
      await live
      await messageBox(page).fill('One line\nand another\nand a third\nand a fourth')
      await expect(messageBox(page)).toHaveJSProperty('scrollTop', 0)
      await orderBook(seller, buyer, { title: unique('Waves') })
      const shownToast = toast(page)
      await expect(shownToast).toBeVisible()
      const form = page.locator('[data-composer]')
      const overlaps = async (over: typeof shownToast, under: typeof shownToast) => {
        const [one, other] = [await over.boundingBox(), await under.boundingBox()]
        if (!one || !other) throw new Error('One of them is not on the screen.')
        return (
          one.y < other.y + other.height &&
          other.y < one.y + one.height &&
          one.x < other.x + other.width &&
          other.x < one.x + one.width
        )
      }
      expect(await overlaps(shownToast, form)).toBe(false)
      // On a phone the toast covers the chat's header but none of its messages.
      if (viewport.width === 360) expect(await overlaps(shownToast, messageLog(page))).toBe(false)
      await page.context().setOffline(true)
      const offline = page.getByText('You’re offline. This is what loaded last.')
      await expect(offline).toBeVisible()
      expect(await overlaps(offline, form)).toBe(false)
      await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height)
      await page.context().setOffline(false)
      await writeMessage(page, 'Still here')
      await expect(messageLog(page)).toContainText('Still here')
    },
  )

test('a change of an order shows a toast only to the side that it notifies', async ({
  openPage,
  orderBook,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const order = await orderBook(seller, buyer, { title: unique('Optics') })
  const [shop, reader] = [await openPage(seller), await openPage(buyer)]
  for (const [page, path] of [
    [shop, '/seller/orders'],
    [reader, '/buyer/profile'],
  ] as const) {
    const live = waitForLive(page)
    await visit(page, path)
    await live
  }
  await setOrderStatus(seller, order, 'Shipped')
  await expect(toast(reader)).toContainText('is now Shipped.')
  await expect(shop.getByLabel(/^Status of order/)).toHaveValue('Shipped')
  await expect(toast(shop)).toBeHidden()
})
