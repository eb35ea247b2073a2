import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#contract/accounts/account-blocks.ts'
import { exportAccount } from '#contract/accounts/accounts.ts'
import { listNotifications, markNotificationsRead } from '#contract/accounts/notifications.ts'
import { acceptRing, sayExchangePaid } from '#contract/exchanges/exchanges.ts'
import { listRingMessages, sendRingMessage } from '#contract/exchanges/rings.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, followPages, type TestAccount, testApp } from '#server/testing.ts'
import { makeRing, viewRing } from './testing-rings.ts'

const pinCodes = ['411038', '411004', '411030', '411001', '411007']
const priced = { pinCodes, prices: [20_000, 25_000, 30_000], terms: { mostOnTop: 200 } }

type Made = Awaited<ReturnType<typeof makeRing>>
const threeOf = ({ people }: Made) =>
  people as [Made['people'][0], Made['people'][0], Made['people'][0]]

async function makeAgreedRing(options: Parameters<typeof makeRing>[0] = { pinCodes }) {
  const made = await makeRing(options)
  for (const { buyer } of made.people)
    await as(buyer).call(acceptRing, { exchangeId: made.exchangeId })
  const { legs } = await viewRing(made.people[0]?.buyer as TestAccount, made.exchangeId)
  const orderOf = ({ bookId }: { bookId: string }) =>
    legs.find(({ book }) => book._id === bookId)?.orderId ?? ''
  return { ...made, orderOf }
}
const write = (account: TestAccount, exchangeId: string, message: string, key?: string) =>
  as(account).call(
    sendRingMessage,
    { exchangeId, message },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
const linesOf = async (account: TestAccount, exchangeId: string) =>
  (await as(account).call(listRingMessages, { exchangeId })).body.map(({ text }) => text)
const unreadOf = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body
    .filter(({ kind, isRead }) => kind === 'exchange' && !isRead)
    .map(({ text }) => text)
const wrote = 'There is a new message in the chat of your swap.'
const proposed = expect.stringContaining('We found a swap')

test('news in the chat keep the proposal’s notification and replace only their own kind', async () => {
  const made = await makeRing({ pinCodes })
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  await write(a.buyer, exchangeId, 'Hello')
  await write(b.buyer, exchangeId, 'Hello, you two')
  expect(await unreadOf(c.buyer)).toEqual([wrote, proposed])
  for (const { buyer } of [a, b, c]) await as(buyer).call(acceptRing, { exchangeId })
  expect(await unreadOf(a.buyer)).toEqual([
    expect.stringContaining('Everybody has accepted'),
    wrote,
  ])
})

test('each payment has its own notification', async () => {
  const made = await makeAgreedRing({ ...priced, prices: [30_000, 25_000, 20_000] })
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  for (const { buyer } of [b, c])
    for (const { number, can } of (await viewRing(buyer, exchangeId)).payments)
      if (can.includes('say-paid')) await as(buyer).call(sayExchangePaid, { exchangeId, number })
  const paid = expect.stringContaining('says that ₹50 was paid')
  expect(await unreadOf(a.buyer)).toEqual([paid, paid, expect.stringContaining('accepted')])
})

test('the page of a ring marks its notifications as read', async () => {
  const made = await makeRing({ pinCodes })
  const { exchangeId } = made
  const [a, b] = threeOf(made)
  await write(a.buyer, exchangeId, 'Hello')
  expect(await unreadOf(b.seller)).toHaveLength(2)
  await as(b.buyer).call(markNotificationsRead, { exchangeId: newId() })
  expect(await unreadOf(b.buyer)).toHaveLength(2)
  await as(b.buyer).call(markNotificationsRead, { exchangeId })
  expect([await unreadOf(b.buyer), await unreadOf(b.seller)]).toEqual([[], []])
})

test('a message to a ring whose only other member has a block is refused without a reason', async () => {
  const made = await makeAgreedRing({ pinCodes, people: 2 })
  const { exchangeId } = made
  const [a, b] = threeOf(made)
  await write(b.buyer, exchangeId, 'Before')
  await as(a.buyer).call(blockPerson, { id: b.seller.id })
  const unread = await unreadOf(a.buyer)
  for (const writer of [a.buyer, b.seller]) {
    const refused = await write(writer, exchangeId, 'After')
    expect([refused.status, refused.error.code]).toEqual([409, 'chat_read_only'])
    const { members, can } = await viewRing(writer, exchangeId)
    expect(can).not.toContain('write')
    expect(members.filter(({ hasPage }) => hasPage)).toEqual([])
  }
  expect(await unreadOf(a.buyer)).toEqual(unread)
  expect(await linesOf(a.buyer, exchangeId)).not.toContain('Before')
  await as(a.buyer).call(unblockPerson, { id: b.seller.id })
  expect((await write(b.buyer, exchangeId, 'Again')).status).toBe(201)
  const { members } = await viewRing(a.buyer, exchangeId)
  expect(members.filter(({ hasPage }) => hasPage)).toHaveLength(1)
  expect(await linesOf(a.buyer, exchangeId)).toEqual(expect.arrayContaining(['Before', 'Again']))
})

test('in a larger ring a blocked pair doesn’t see each other’s messages; the others go on', async () => {
  const made = await makeAgreedRing()
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  await as(a.buyer).call(blockPerson, { id: b.seller.id })
  for (const { buyer, seller } of [a, b, c])
    for (const account of [buyer, seller])
      await as(account).call(markNotificationsRead, { exchangeId })
  expect((await write(b.buyer, exchangeId, 'From B')).status).toBe(201)
  expect([await unreadOf(a.buyer), await unreadOf(a.seller)]).toEqual([[], []])
  expect(await unreadOf(c.buyer)).toEqual([wrote])
  expect((await write(a.seller, exchangeId, 'From A')).status).toBe(201)
  expect(await unreadOf(b.seller)).toEqual([])
  const messagesOf = async ({ buyer }: { buyer: TestAccount }) =>
    (await linesOf(buyer, exchangeId)).filter((text) => text.startsWith('From'))
  expect([await messagesOf(a), await messagesOf(b), await messagesOf(c)]).toEqual([
    ['From A'],
    ['From B'],
    ['From B', 'From A'],
  ])
  // Notifications about the exchange itself remain.
  expect((await linesOf(a.buyer, exchangeId)).filter((text) => /accepted/.test(text))).toHaveLength(
    3,
  )
})

test('the same Idempotency-Key stores a message once; for another one it is refused', async () => {
  const made = await makeRing({ pinCodes })
  const { exchangeId } = made
  const [a] = threeOf(made)
  const key = crypto.randomUUID()
  const first = await write(a.buyer, exchangeId, 'Once', key)
  const again = await write(a.seller, exchangeId, 'Once', key)
  expect([first.status, again.body]).toEqual([201, first.body])
  expect(await linesOf(a.buyer, exchangeId)).toEqual(['Once'])
  expect((await write(a.buyer, exchangeId, 'Twice', key)).error.code).toBe('key_reused')
})

test('the chat is read page by page back to its first line, and exported whole', async () => {
  const made = await makeRing({ pinCodes })
  const { exchangeId } = made
  const [a, b] = threeOf(made)
  const { me } = await viewRing(a.buyer, exchangeId)
  const { db } = (await testApp()).context
  const count = 450
  const start = Date.now() - count * 1000
  await db
    .insertInto('ring_messages')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: newId(start + index * 1000),
        exchange_id: exchangeId,
        member: me,
        text: `Line ${index + 1}`,
        created_at: new Date(start + index * 1000),
      })),
    )
    .execute()
  const all = Array.from({ length: count }, (_, index) => `Line ${index + 1}`)
  // The page has the newest 200 messages, oldest first.
  expect(await linesOf(a.buyer, exchangeId)).toEqual(all.slice(-200))
  const pages = await as(a.buyer).call(listRingMessages, { exchangeId, limit: 30 })
  expect(pages.body.map(({ text }) => text)).toEqual(all.slice(-30))
  const path = `/exchanges/${exchangeId}/messages?limit=30`
  const rows = await followPages<{ text: string }>(path, a.buyer)
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map(({ text }) => text))).toEqual(new Set(all))
  for (const account of [a.seller, b.buyer]) {
    const { body } = await as(account).call(exportAccount, {})
    const found = body.exchanges.find(({ _id }) => _id === exchangeId)
    expect(found?.messages?.map(({ text }) => text)).toEqual(all)
  }
})

test('only the giver and the receiver of a book see its distance', async () => {
  const made = await makeRing({ pinCodes })
  for (const { buyer } of made.people) {
    const { me, legs } = await viewRing(buyer, made.exchangeId)
    for (const { from, to, way } of legs)
      expect(way?.km !== undefined, `${from} to ${to}, read by ${me}`).toBe([from, to].includes(me))
  }
})

test('the export has the member’s own address while the ring waits', async () => {
  const made = await makeRing()
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  await as(a.buyer).call(acceptRing, { exchangeId, ...contact })
  const exported = async (account: TestAccount) =>
    (await as(account).call(exportAccount, {})).body.exchanges.find(({ _id }) => _id === exchangeId)
  expect(await exported(a.buyer)).toMatchObject(contact)
  expect(await exported(a.seller)).toMatchObject(contact)
  expect(JSON.stringify(await exported(b.buyer))).not.toContain('Lake Road')
  for (const { buyer } of [b, c]) await as(buyer).call(acceptRing, { exchangeId, ...contact })
  expect(await exported(a.buyer)).not.toHaveProperty('deliveryAddress')
  const { db } = (await testApp()).context
  const { rows } = await sql`select from exchange_members where exchange_id = ${exchangeId}
    and delivery_address is not null`.execute(db)
  expect(rows).toEqual([])
})
