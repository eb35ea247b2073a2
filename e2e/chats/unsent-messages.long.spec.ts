import { readLocalStorage, visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { blockLiveConnection, failRequests } from '#e2e/support/network.ts'
import { messageBox, messageLog, testWithChat, writeMessage } from './chat-page.ts'

const sendRequest = { path: /^\/api\/chats\/send$/ }
const unsentText = /Sending…|Waiting for connection|Failed to send message\./

testWithChat('no message is sent without a login', async ({ openAt, chat: { buyer, chatId } }) => {
  const page = await openAt(`/buyer/chats?chat=${chatId}`, buyer)
  await messageBox(page).fill('Still me?')
  // Simulates that the browser clears its storage, which causes no event in the page.
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
