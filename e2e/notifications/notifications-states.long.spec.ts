import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses } from '#e2e/support/network.ts'
import { bell, panel } from './bell.ts'

test('loading, error, empty, and a kind that is switched off', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  sendMessage,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  await visit(page, '/seller/orders')
  const restore = await failReads(page, { path: /^\/api\/notices$/ })
  const release = await holdResponses(page, { path: /^\/api\/notices$/ })
  await bell(page).click()
  await expect(panel(page).getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached()
  release()
  await expect(panel(page).getByText('Could not load.')).toBeVisible()
  restore()
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page).getByText('No notifications yet.')).toBeVisible()
  await panel(page).getByRole('link', { name: 'Choose notifications' }).click()
  const card = page.getByRole('region', { name: 'Notifications' })
  await expect(card).toBeInViewport()
  const changes = card.getByLabel('Changes to my orders')
  await expect(changes).toBeChecked()
  await changes.click()
  await expect(changes).not.toBeChecked()
  // This server sends neither emails nor push messages, so a setting for messages would have no
  // effect.
  await expect(card.getByLabel('New messages, by email and push')).toBeHidden()
  const buyer = await createAccount('buyer', 'Dev Rao')
  await sendMessage(
    buyer,
    await createChat(buyer, await createBook(seller, { title: unique('Waves') })),
    'Hello?',
  )
  // The message still counts as unread in the chats.
  await expect(page.getByRole('link', { name: /^Chats/ })).toContainText('1')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})
