import { readLocalStorage, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page } from '#e2e/support/fixtures.ts'
import { blockLiveConnection, failRequests } from '#e2e/support/network.ts'
import { messageBox, messageLog, testWithChat, writeMessage } from './chat-page.ts'

const sendRequest = { path: /^\/api\/chats\/send$/ }
const unsentText = /Sending…|Waiting for connection|Failed to send message\./

testWithChat(
  'messages written offline are sent once when the connection is back, in order',
  async ({ openPage, openAt, sendMessage, baseURL, chat: { seller, buyer, chatId } }) => {
    const buyerPage = await openPage(buyer)
    const sellerPage = await openAt(`/seller/chats?chat=${chatId}`, seller)
    // Socket.IO ignores that the browser is offline on localhost, but not on 127.0.0.1.
    await visit(
      buyerPage,
      `${baseURL?.replace('localhost', '127.0.0.1')}/buyer/chats?chat=${chatId}`,
    )
    await writeMessage(buyerPage, 'Before')
    await expect(messageLog(sellerPage)).toContainText('Before')
    await expect(messageLog(buyerPage).getByText(unsentText)).toHaveCount(0)
    await buyerPage.context().setOffline(true)
    await expect(
      buyerPage.getByText('Waiting for connection. Messages are sent as soon as it’s back.'),
    ).toBeVisible()
    await writeMessage(buyerPage, 'Kept one')
    await writeMessage(buyerPage, 'Kept two')
    await expect(messageLog(buyerPage).getByText(unsentText)).toHaveCount(2)
    await sendMessage(seller, chatId, 'Said meanwhile')
    await buyerPage.context().setOffline(false)
    await expect(messageLog(buyerPage).getByText(unsentText)).toHaveCount(0)
    for (const page of [buyerPage, sellerPage])
      for (const text of ['Before', 'Said meanwhile', 'Kept one', 'Kept two'])
        await expect(messageLog(page).getByText(text, { exact: true })).toHaveCount(1)
    const texts = (page: Page) =>
      messageLog(page)
        .getByRole('listitem')
        .filter({ hasText: /Before|meanwhile|Kept/ })
        .locator('p')
        .allTextContents()
    await expect
      .poll(() => texts(buyerPage))
      .toEqual(['Before', 'Said meanwhile', 'Kept one', 'Kept two'])
    expect(await texts(sellerPage)).toEqual(['Before', 'Said meanwhile', 'Kept one', 'Kept two'])
    await expect(buyerPage.getByText('Waiting for connection')).toBeHidden()
    await buyerPage.reload()
    await expect(messageLog(buyerPage).getByText('Kept two', { exact: true })).toHaveCount(1)
  },
)

testWithChat('no message is sent without a login', async ({ openAt, chat: { buyer, chatId } }) => {
  const page = await openAt(`/buyer/chats?chat=${chatId}`, buyer)
  await messageBox(page).fill('Still me?')
  // Simulates that the browser clears its storage: no event notifies the page.
  await page.evaluate(() => localStorage.removeItem('userId'))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('User not logged in.', { exact: true })).toBeVisible()
})

testWithChat(
  'a logout asks before it deletes unsent messages',
  async ({ openPage, chat: { buyer, chatId } }) => {
    const page = await openPage(buyer)
    await blockLiveConnection(page)
    await failRequests(page, sendRequest, 'connection')
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await writeMessage(page, 'From Asha')
    await expect(messageLog(page).getByText(unsentText)).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      '1 message isn’t sent yet. Logging out deletes it.',
    )
    await page.getByRole('button', { name: 'Yes, Logout' }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    expect(JSON.stringify(await readLocalStorage(page))).not.toContain('From Asha')
  },
)
