import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  deleteBuyerAccount,
  deleteSellerAccount,
  exportAccount,
} from '#contract/accounts/accounts.ts'
import {
  type ComplaintSubject,
  dismissComplaint,
  fileComplaint,
  readComplaint,
} from '#contract/admin/complaints.ts'
import { readChat, sendMessage } from '#contract/chats.ts'
import { sendRingMessage } from '#contract/exchanges/rings.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { makeRing } from '#server/exchanges/rings/testing-rings.ts'
import { moderationInvariants } from '#server/moderation/invariants.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { complaintQuota } from './store.ts'

const db = async () => (await testApp()).context.db

const report = (
  account: TestAccount | undefined,
  subject: ComplaintSubject,
  subjectId: string,
  text?: string,
) => as(account).call(fileComplaint, { subject, subjectId, reason: 'scam', text })
const outcomeOf = async (response: ReturnType<typeof report>) => {
  const { status, error } = await response
  return status < 300 ? 'ok' : `${status} ${error.code}`
}
const say = async (account: TestAccount, chatId: string, message: string) =>
  (await as(account).call(sendMessage, { chatId, message })).body._id

test('a listing, a person, a message and an order are reported once each, by either side', async () => {
  const { buyer, seller, orderId, bookId, chatId } = await makeOrder()
  const message = await say(seller, chatId, 'Pay 500 first.')
  const answer = await say(buyer, chatId, 'No.')
  const all = async () => [
    await outcomeOf(report(buyer, 'listing', bookId)),
    await outcomeOf(report(buyer, 'person', seller.id)),
    await outcomeOf(report(buyer, 'message', message)),
    await outcomeOf(report(buyer, 'order', orderId)),
    await outcomeOf(report(seller, 'person', buyer.id)),
    await outcomeOf(report(seller, 'message', answer)),
    await outcomeOf(report(seller, 'order', orderId)),
  ]
  expect(await all()).toEqual(Array(7).fill('ok'))
  expect(await all()).toEqual(Array(7).fill('409 already_reported'))
  const twice = await Promise.all(
    ['a', 'b'].map((text) => report(buyer, 'listing', bookId, text).then(({ status }) => status)),
  )
  expect(twice).toEqual([409, 409])
})

test('a message of a ring is reported by the other members, and its words are kept', async () => {
  const { people, exchangeId } = await makeRing()
  const [a, b, c] = people
  if (!a || !b || !c) throw new Error('a ring of three')
  const write = async (account: TestAccount, message: string) =>
    (await as(account).call(sendRingMessage, { exchangeId, message })).body._id
  const message = await write(a.buyer, 'Pay me first.')
  const stranger = await makeAccount('buyer')
  const outcomes = []
  for (const account of [b.buyer, c.seller, a.buyer, a.seller, stranger])
    outcomes.push(await outcomeOf(report(account, 'ring-message', message)))
  expect(outcomes).toEqual([
    'ok',
    'ok',
    '403 self_complaint',
    '403 self_complaint',
    '404 message_not_found',
  ])
  const news = await (await db())
    .selectFrom('ring_messages')
    .select('id')
    .where('exchange_id', '=', exchangeId)
    .where('is_system', '=', true)
    .executeTakeFirst()
  expect(await outcomeOf(report(b.buyer, 'ring-message', news?.id ?? newId()))).toMatch(/^404/)
  const { id } = await (await db())
    .selectFrom('complaints')
    .select('id')
    .where('reporter_id', '=', b.buyer.id)
    .executeTakeFirstOrThrow()
  const admin = await makeAccount('admin')
  expect((await as(admin).call(readComplaint, { id })).body).toMatchObject({
    subject: 'ring-message',
    about: a.seller.name,
    reported: { _id: a.seller.id },
    message: { text: 'Pay me first.' },
    can: ['dismiss', 'warn', 'block'],
  })
  for (const { rule, broken } of moderationInvariants)
    expect((await broken.execute(await db())).rows, rule).toEqual([])
})

test('nobody reports themself, their other account, or what they can’t see', async () => {
  const { buyer, seller, orderId, bookId, chatId } = await makeOrder()
  const message = await say(buyer, chatId, 'Hello')
  const system = (await as(buyer).call(readChat, { id: chatId })).body.messages[0]?._id ?? ''
  const own = await makeAccount('seller')
  const person_id = newId()
  for (const { id } of [buyer, own]) await updateAccount(await db(), id, { person_id })
  const ownBook = await makeBook(own)
  const stranger = await makeAccount('buyer')
  const attempts: [TestAccount | undefined, ComplaintSubject, string, string][] = [
    [buyer, 'person', buyer.id, '403 self_complaint'],
    [buyer, 'person', own.id, '403 self_complaint'],
    [buyer, 'listing', ownBook, '403 self_complaint'],
    [seller, 'listing', bookId, '403 self_complaint'],
    [buyer, 'message', message, '403 self_complaint'],
    [buyer, 'message', system, '404 message_not_found'],
    [stranger, 'message', message, '404 message_not_found'],
    [stranger, 'order', orderId, '404 order_not_found'],
    [stranger, 'person', buyer.id, '404 account_not_found'],
    [stranger, 'listing', newId(), '404 book_not_found'],
    [undefined, 'listing', bookId, '401 signed_out'],
    [await makeAccount('admin'), 'listing', bookId, '403 wrong_role'],
    [stranger, 'person', seller.id, 'ok'],
  ]
  for (const [account, subject, id, outcome] of attempts)
    expect([subject, id, await outcomeOf(report(account, subject, id))]).toEqual([
      subject,
      id,
      outcome,
    ])
  const wrong = await as(stranger).call(fileComplaint, {
    subject: 'listing',
    subjectId: bookId,
    reason: 'dislike' as never,
    text: 'x'.repeat(501),
  })
  expect([wrong.status, wrong.error.fields]).toEqual([
    400,
    {
      reason: 'Please choose what is wrong.',
      text: 'Text can have at most 500 characters.',
    },
  ])
})

test('deleted content can be reported; its text and names stay until the complaint is answered', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller', { name: 'Ravi Kumar' })
  const { buyer, bookId, chatId } = await makeChat({ seller, book: { title: 'Godaan' } })
  const message = await say(seller, chatId, 'Pay 500 first.')
  const { body: early } = await report(buyer, 'message', message)
  expect((await as(seller).call(deleteSellerAccount, { password: '' })).status).toBe(200)
  expect(await outcomeOf(report(buyer, 'person', seller.id))).toBe('ok')
  expect(await outcomeOf(report(buyer, 'listing', bookId))).toBe('ok')
  expect((await as(admin).call(readComplaint, { id: early._id })).body).toMatchObject({
    reported: { name: 'Ravi Kumar', status: 'deleted', complaintsAgainst: 2 },
    reporter: { complaintsBy: 2 },
    message: { _id: message, text: 'Pay 500 first.' },
    listing: { title: 'Godaan', state: 'removed' },
    can: ['dismiss', 'read-chat'],
  })
  const { body: closed } = await as(admin).call(dismissComplaint, { id: early._id })
  expect(closed).toMatchObject({ reported: { name: 'Unknown' }, about: 'Unknown' })
  expect(closed.message).toBeUndefined()
})

test('deleting an account deletes its blocks; its export has its complaints and blocks', async () => {
  const { buyer, seller, bookId } = await makeChat()
  await as(buyer).call(blockPerson, { id: seller.id })
  await report(buyer, 'listing', bookId, 'Look!')
  await report(seller, 'person', buyer.id)
  const { body } = await as(buyer).call(exportAccount, {})
  expect(body).toMatchObject({
    complaints: [{ subject: 'listing', subjectId: bookId, reason: 'scam', text: 'Look!' }],
    blockedPeople: [{ _id: seller.id, name: seller.name }],
  })
  const other = (await as(seller).call(exportAccount, {})).body
  expect([other.complaints.length, other.blockedPeople]).toEqual([1, []])
  expect((await as(buyer).call(deleteBuyerAccount, { password: '' })).status).toBe(200)
  const left = await (await db())
    .selectFrom('account_blocks')
    .selectAll()
    .where('blocked_account_id', '=', seller.id)
    .execute()
  expect(left).toEqual([])
})

test('a person’s reports are limited per day, even if they are concurrent', async () => {
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller')
  const books = await Promise.all(
    Array.from({ length: complaintQuota.max + 2 }, () => makeBook(seller)),
  )
  const outcomes = await Promise.all(books.map((id) => outcomeOf(report(buyer, 'listing', id))))
  const refused = outcomes.filter((outcome) => outcome === '429 too_many_complaints')
  expect([refused.length, new Set(outcomes).size]).toEqual([2, 2])
  await sql`update quota_uses set used_at = used_at - interval '25 hours'
    where key = ${`complaint ${buyer.id}`}`.execute(await db())
  const again = books[outcomes.indexOf('429 too_many_complaints')] ?? ''
  expect(await outcomeOf(report(buyer, 'listing', again))).toBe('ok')
})
