import type { Chat } from '#contract/chats.ts'
import { loadingStatus, visit } from '#e2e/support/browser-page.ts'
import { authHeader, expect, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, holdResponses, recordCalls, stubResponse } from '#e2e/support/network.ts'
import { messageBox, messageLog, testWithChat, writeMessage } from './chat-page.ts'

const list = { path: /^\/api\/chats$/ }
const one = { path: /^\/api\/chats\/[0-9a-f-]{36}$/ }

for (const [side, empty] of [
  ['buyer', 'No active chats.'],
  ['seller', 'No chats available.'],
] as const)
  test(`the list of a ${side}: loading, error, retry, empty`, async ({
    openPage,
    createAccount,
  }) => {
    const page = await openPage(await createAccount(side, 'Kiran Rao'))
    const release = await holdResponses(page, list)
    const restore = await failRequests(page, list)
    await visit(page, `/${side}/chats`)
    await expect(loadingStatus(page)).toBeAttached()
    release()
    await expect(page.getByText('Could not load.')).toBeVisible()
    restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(empty)).toBeVisible()
  })

testWithChat(
  'the list is sorted by last update and shows names, times and unread counts',
  async ({
    openPage,
    createBook,
    createChat,
    sendMessage,
    chat: { seller, buyer, title, chatId },
  }) => {
    const second = unique('Theory of Machines')
    const secondChat = await createChat(
      buyer,
      await createBook(seller, { title: second }),
      'One',
      'Two',
    )
    const page = await openPage(seller)
    const calls = recordCalls(page)
    await visit(page, '/seller/chats')
    const rows = page.getByRole('list', { name: 'Chats' }).getByRole('link')
    await expect(rows).toHaveText([new RegExp(second), new RegExp(title)])
    await page.waitForLoadState('networkidle')
    expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(3)
    await expect(rows.nth(0)).toContainText('Asha Patil')
    await expect(rows.nth(0)).toContainText('Just now')
    await expect(rows.nth(0)).toContainText('2 unread messages')
    await expect(rows.nth(1)).not.toContainText('unread')
    await expect(rows.nth(0).locator('img')).toHaveAttribute('src', /^\/photos\//)
    // A live message moves its chat to the top and is counted.
    await sendMessage(buyer, chatId, 'And this one?')
    await expect(rows).toHaveText([new RegExp(title), new RegExp(second)])
    await expect(rows.nth(0)).toContainText('1 unread message')
    await expect(page.getByRole('link', { name: /^Chats 3 unread messages/ })).toBeVisible()
    await rows.nth(1).click()
    await expect(messageLog(page)).toContainText('Two')
    await expect(
      page.getByRole('link', { name: /^Chats 1 unread message/, includeHidden: true }),
    ).toBeAttached()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(rows.filter({ hasText: second })).not.toContainText('unread')
    await page.reload()
    await expect(rows.filter({ hasText: second })).not.toContainText('unread')
    const other = await openPage(buyer)
    await visit(other, '/buyer/chats')
    await expect(
      other.getByRole('list', { name: 'Chats' }).getByRole('link').first(),
    ).toContainText('Ravi Kumar')
    await other.getByRole('link').filter({ hasText: second }).click()
    await expect(other).toHaveURL(`/buyer/chats?chat=${secondChat}`)
  },
)

testWithChat(
  'a chat: loading, error, retry, not found',
  async ({ openPage, createAccount, chat: { buyer, title, chatId } }) => {
    const page = await openPage(buyer)
    const release = await holdResponses(page, one)
    const restore = await failRequests(page, one)
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await expect(loadingStatus(page)).toBeAttached()
    release()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch chat.')
    restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: `Chat about ${title}` })).toBeVisible()
    await expect(page.getByText('No messages yet. Say hello.')).toBeVisible()
    const stranger = await openPage(await createAccount('buyer', 'Someone Else'))
    await visit(stranger, `/buyer/chats?chat=${chatId}`)
    await expect(stranger.getByRole('alert')).toContainText('Chat not found.')
    await stranger.getByRole('link', { name: 'All chats' }).click()
    await expect(stranger.getByText('No active chats.')).toBeVisible()
  },
)

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
    const link = messageLog(ravi).getByRole('link', {
      name: 'https://example.com/a?b=1',
      exact: true,
    })
    await expect(link).toHaveAttribute('href', 'https://example.com/a?b=1')
    await expect(link).toHaveAttribute('rel', /noopener/)
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
  'a closed chat takes no messages',
  async ({ openPage, request, chat: { buyer, chatId } }) => {
    const chat = (await (
      await request.get(`/api/chats/${chatId}`, { headers: authHeader(buyer) })
    ).json()) as Chat
    const page = await openPage(buyer)
    await stubResponse(page, one, { json: { ...chat, can: [] } satisfies Chat })
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await expect(page.getByText('This chat is closed for new messages.')).toBeVisible()
    await expect(messageBox(page)).toBeHidden()
  },
)

testWithChat(
  'older messages load on request, and a new message doesn’t scroll the reader away',
  async ({ openPage, sendMessage, chat: { seller, buyer, chatId } }) => {
    await sendMessage(buyer, chatId, 'The oldest')
    await Promise.all(
      Array.from({ length: 204 }, (_, place) => sendMessage(seller, chatId, `Between ${place}`)),
    )
    await sendMessage(seller, chatId, 'The newest')
    const page = await openPage(buyer)
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await expect(messageLog(page).getByText('The newest')).toBeInViewport()
    await expect(messageLog(page).getByText('The oldest')).toBeHidden()
    await page.getByRole('button', { name: 'Earlier messages' }).click()
    const oldest = messageLog(page).getByText('The oldest')
    await expect(oldest).toBeVisible()
    await expect(page.getByRole('button', { name: 'Earlier messages' })).toBeHidden()
    // The messages in view keep their place; the older ones are above.
    await expect(oldest).not.toBeInViewport()
    await oldest.scrollIntoViewIfNeeded()
    await sendMessage(seller, chatId, 'Something new')
    const pill = page.getByRole('button', { name: 'New messages' })
    await expect(pill).toBeVisible()
    await expect(oldest).toBeInViewport()
    await pill.click()
    await expect(messageLog(page).getByText('Something new')).toBeInViewport()
    await expect(pill).toBeHidden()
    // A phone's keyboard takes space from below.
    await page.setViewportSize({ width: 360, height: 400 })
    await expect(messageLog(page).getByText('Something new')).toBeInViewport()
  },
)

testWithChat(
  'messages are grouped by day, with times in Indian format',
  async ({ openPage, sendMessage, request, chat: { seller, buyer, chatId } }) => {
    await sendMessage(seller, chatId, 'From before')
    const chat = (await (
      await request.get(`/api/chats/${chatId}`, { headers: authHeader(buyer) })
    ).json()) as Chat
    // 18:30 in UTC is midnight in India.
    const times = [
      '2026-01-05T18:29:00.000Z',
      '2026-01-05T18:31:00.000Z',
      '2026-01-06T10:00:00.000Z',
    ]
    const messages = times.flatMap((timestamp, place) =>
      chat.messages.map((message) => ({
        ...message,
        _id: message._id.replace(/.$/, String(place)),
        number: place + 1,
        timestamp,
      })),
    )
    const page = await openPage(buyer)
    await stubResponse(page, one, { json: { ...chat, messages } satisfies Chat })
    await visit(page, `/buyer/chats?chat=${chatId}`)
    for (const day of ['5 Jan 2026', '6 Jan 2026'])
      await expect(messageLog(page).getByText(day, { exact: true })).toHaveCount(1)
    await expect(messageLog(page).locator('time')).toHaveText([
      '5 Jan 2026, 11:59 pm',
      '6 Jan 2026, 12:01 am',
      '6 Jan 2026, 3:30 pm',
    ])
    await expect(messageLog(page).locator('time').first()).toHaveAttribute(
      'title',
      /Monday,? 5 January 2026/,
    )
  },
)

testWithChat(
  'a phone shows either the list or the chat',
  async ({ openPage, chat: { buyer, title, chatId } }) => {
    const page = await openPage(buyer, { viewport: { width: 360, height: 640 } })
    await visit(page, '/buyer/chats')
    await page
      .getByRole('list', { name: 'Chats' })
      .getByRole('link')
      .filter({ hasText: title })
      .click()
    await expect(page).toHaveURL(`/buyer/chats?chat=${chatId}`)
    await expect(messageBox(page)).toBeInViewport()
    await expect(page.getByRole('list', { name: 'Chats' })).toBeHidden()
    await page.getByRole('link', { name: 'All chats' }).click()
    await expect(page.getByRole('list', { name: 'Chats' })).toBeVisible()
    await page.goBack()
    await expect(messageBox(page)).toBeVisible()
  },
)

testWithChat(
  'two tabs of one account show the same messages',
  async ({ openPage, chat: { buyer, chatId } }) => {
    const first = await openPage(buyer)
    await visit(first, `/buyer/chats?chat=${chatId}`)
    const second = await first.context().newPage()
    await visit(second, `/buyer/chats?chat=${chatId}`)
    await writeMessage(first, 'Said in the first tab')
    for (const page of [first, second])
      await expect(
        messageLog(page).getByText('Said in the first tab', { exact: true }),
      ).toHaveCount(1)
    await expect(messageLog(first).getByText('Sending…')).toHaveCount(0)
    await expect(messageLog(second).getByText('Sending…')).toHaveCount(0)
  },
)
