import { onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { chat, id } from '#e2e/support/sample-responses.ts'
import { chatRequest, messageBox, messageLog, testWithChat } from './chat-page.ts'

testWithChat(
  'messages arrive live on both sides; an empty message can’t be sent',
  async ({ openPage, chat: { seller, buyer, chatId } }) => {
    const asha = await openPage(buyer)
    const ravi = await openPage(seller)
    await visit(asha, `/buyer/chats?chat=${chatId}`)
    await visit(ravi, `/seller/chats?chat=${chatId}`)
    await expect(asha.getByRole('button', { name: 'Send' })).toBeDisabled()
    await messageBox(asha).fill('   \n ')
    await expect(asha.getByRole('button', { name: 'Send' })).toBeDisabled()
    await messageBox(asha).press('Enter')
    await messageBox(asha).fill('See https://example.com/a?b=1. <b>Not bold</b>')
    await messageBox(asha).press('Enter')
    await expect(messageBox(asha)).toHaveValue('')
    await expect(messageLog(ravi).getByRole('link').last()).toHaveText('https://example.com/a?b=1')
    await expect(messageLog(ravi)).toContainText('<b>Not bold</b>')
    await expect(messageLog(asha).getByRole('img', { name: 'Read' })).toBeVisible()
    await expect(messageLog(asha).getByRole('listitem').filter({ hasText: /You: / })).toContainText(
      'Just now',
    )
    await messageBox(ravi).pressSequentially('Ye')
    await expect(asha.getByText('Ravi Kumar is typing…')).toBeVisible()
    await messageBox(ravi).fill('Yes.')
    await messageBox(ravi).press('Shift+Enter')
    await messageBox(ravi).pressSequentially('Two lines.')
    await messageBox(ravi).press('Enter')
    await expect(messageLog(asha)).toContainText('Yes.\nTwo lines.')
    await expect(
      messageLog(asha).getByRole('listitem').filter({ hasText: 'Seller: ' }),
    ).toHaveCount(1)
  },
)

testWithChat(
  'older messages load on request, and a new message doesn’t scroll the reader away',
  async ({ openAt, sendMessage, chat: { seller, buyer, chatId } }) => {
    await sendMessage(buyer, chatId, 'The oldest')
    await Promise.all(
      Array.from({ length: 204 }, (_, place) => sendMessage(seller, chatId, `Between ${place}`)),
    )
    await sendMessage(seller, chatId, 'The newest')
    const page = await openAt(`/buyer/chats?chat=${chatId}`, buyer)
    await expect(messageLog(page).getByText('The newest')).toBeInViewport()
    await expect(messageLog(page).getByText('The oldest')).toBeHidden()
    // Only the messages scroll, not the page: on a phone, on a desktop, and at its 200 % zoom.
    for (const viewport of [onPhone.viewport, { width: 640, height: 400 }, onDesktop.viewport]) {
      await page.setViewportSize(viewport)
      const height = () => page.evaluate(() => document.documentElement.scrollHeight)
      await expect.poll(height).toBe(viewport.height)
      await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
    }
    await page.getByRole('button', { name: 'Earlier messages' }).click()
    const oldest = messageLog(page).getByText('The oldest')
    await expect(oldest).toBeVisible()
    await expect(page.getByRole('button', { name: 'Earlier messages' })).toBeHidden()
    // Older messages are added above without moving the messages in view.
    await expect(oldest).not.toBeInViewport()
    await oldest.scrollIntoViewIfNeeded()
    await sendMessage(seller, chatId, 'Something new')
    const newMessages = page.getByRole('button', { name: 'New messages' })
    await expect(newMessages).toBeVisible()
    await expect(oldest).toBeInViewport()
    await newMessages.click()
    await expect(messageLog(page).getByText('Something new')).toBeInViewport()
    await expect(newMessages).toBeHidden()
  },
)

test('messages have days and times of India', async ({ openPage, sharedAccounts }) => {
  // 18:30 in UTC is midnight in India.
  const times = ['2026-01-05T18:29:00.000Z', '2026-01-05T18:31:00.000Z']
  const messages = times.map((timestamp, place) => ({
    _id: id(90 + place),
    number: place + 1,
    timestamp,
    sender: id(2),
    senderModel: 'Seller',
    message: 'From before',
  }))
  const page = await openPage(sharedAccounts.buyer)
  await stubResponse(page, chatRequest, { json: { ...chat, messages } })
  await visit(page, `/buyer/chats?chat=${chat._id}`)
  for (const day of ['5 Jan 2026', '6 Jan 2026'])
    await expect(messageLog(page).getByText(day, { exact: true })).toHaveCount(1)
  await expect(messageLog(page).locator('time')).toHaveText([
    '5 Jan 2026, 11:59 pm',
    '6 Jan 2026, 12:01 am',
  ])
  await expect(messageLog(page).locator('time').first()).toHaveAttribute(
    'title',
    /Monday,? 5 January 2026/,
  )
})

testWithChat(
  'a phone’s keyboard leaves room for messages, and only one header names the book',
  async ({ openAt, chat: { seller, buyer, title, chatId } }) => {
    for (const [account, path] of [
      [buyer, '/buyer/chats'],
      [seller, '/seller/chats'],
    ] as const) {
      const page = await openAt(`${path}?chat=${chatId}`, account, onPhone)
      await expect(page.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('banner')).toBeHidden()
      await page.setViewportSize({ width: 360, height: 740 - 400 })
      await messageBox(page).focus()
      await expect(page.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
      const height = () => messageLog(page).evaluate((log) => log.clientHeight)
      await expect.poll(height).toBeGreaterThanOrEqual(260)
      await expect(messageBox(page)).toBeInViewport({ ratio: 1 })
      await messageLog(page).focus()
      await expect(page.getByRole('button', { name: 'More about this chat' })).toBeVisible()
    }
  },
)
