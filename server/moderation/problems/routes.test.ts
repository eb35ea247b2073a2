import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  deleteBuyerAccount,
  deleteSellerAccount,
  exportAccount,
} from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { readChat } from '#contract/chats.ts'
import { listSellerOrders, shortOrderId } from '#contract/orders/orders.ts'
import { readLedger } from '#contract/orders/payments.ts'
import type { ProblemReason } from '#contract/orders/problem-form.ts'
import {
  addProblemMessage,
  proposeSolution,
  readOrderProblems,
  reportProblem,
  solveProblem,
} from '#contract/orders/problems.ts'
import { removeExpiredPhotos } from '#server/photos/removal.ts'
import {
  as,
  makeAccount,
  makeDelivered,
  makePhotos,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { connect, receivedTexts, waitForEvent } from '#server/testing-live.ts'

const dayMs = 86_400_000

const text = 'Pages 20 to 40 are missing.'

async function report(
  buyer: TestAccount,
  orderId: string,
  { reason = 'damaged', photos = 0 }: { reason?: ProblemReason; photos?: number } = {},
) {
  const files = { photos: await makePhotos(photos) }
  return as(buyer).call(reportProblem, { orderId, reason, text, ...files })
}

async function getPhoto(path: string, account?: TestAccount) {
  const { app } = await testApp()
  const headers = account ? { authorization: `Bearer ${account.token}` } : {}
  return app.inject({ url: `/api${path}/480`, headers })
}

test('a problem is reported, talked about, and solved by what the seller proposed', async () => {
  const { buyer, seller, orderId, chatId } = await makeDelivered()
  const device = await connect(seller)
  const told = waitForEvent(device, 'order_updated')
  const { status, body } = await report(buyer, orderId, { photos: 2 })
  expect(status).toBe(201)
  expect(body).toMatchObject({ order: { closed: false, can: [] }, reasons: [] })
  expect(body.problems).toMatchObject([
    { reason: 'damaged', can: ['write', 'solve'], messages: [{ by: 'Buyer', text }] },
  ])
  const line = `The buyer reported a problem with Order ${shortOrderId(orderId)} (A book): pages missing or damaged.`
  expect(await told).toMatchObject({ message: expect.stringContaining('reported a problem') })
  const { body: chat } = await as(seller).call(readChat, { id: chatId })
  expect(chat.messages.at(-1)?.message).toBe(line.replace('A book', chat.book.title))
  // The bell also lists the problem, because the seller must act.
  const bell = async () =>
    (await as(seller).call(listNotifications, {})).body.map((row) => row.text)
  expect((await bell()).filter((row) => row.includes('problem'))).toEqual([
    chat.messages.at(-1)?.message,
  ])

  await as(seller).call(addProblemMessage, { orderId, text: 'I am sorry.', photos: [] } as never)
  const proposal = 'refund' as const
  const refund = (amount?: number) =>
    as(seller).call(proposeSolution, { orderId, proposal, ...(amount && { refund: amount }) })
  expect((await refund()).error.fields).toEqual({ refund: 'Enter how much you pay back.' })
  expect((await refund(250.5)).error.fields).toEqual({
    refund: 'The amount can be at most ₹250: the price.',
  })
  await refund(100)
  await as(seller).call(proposeSolution, { orderId, proposal: 'returned' })
  await refund(200)
  const { body: proposed } = await refund(200)
  const can = ['write', 'propose']
  expect(proposed.problems[0]).toMatchObject({ proposal, refund: 200, maxRefund: 250, can })
  expect(
    proposed.problems[0]?.messages.map((row) => row.text ?? [row.proposal, row.refund]),
  ).toEqual([text, 'I am sorry.', [proposal, 100], ['returned', undefined], [proposal, 200]])
  const outdated = await as(buyer).call(solveProblem, { orderId, outcome: proposal, refund: 100 })
  expect(outdated.error.code).toBe('amount_changed')
  const seen = { orderId, outcome: 'returned', proposal: 'returned' } as const
  expect((await as(buyer).call(solveProblem, seen)).error.code).toBe('proposal_changed')
  const { body: news } = await as(buyer).call(listNotifications, {})
  expect(news[0]?.text).toMatch(/^The seller proposes a refund of ₹200 for Order/)

  // A buyer can't claim a refund that wasn't proposed, or accept a proposal that they haven't seen.
  const alone = await as(buyer).call(solveProblem, { orderId, outcome: 'returned' })
  expect([alone.status, alone.error.code]).toEqual([409, 'proposal_changed'])
  expect(alone.error.message).toMatch(/^The seller hasn’t proposed this\./)
  const unread = await as(buyer).call(solveProblem, { orderId, outcome: proposal })
  expect(unread.error.code).toBe('amount_changed')

  const { body: solved } = await as(buyer).call(solveProblem, {
    orderId,
    outcome: proposal,
    proposal,
    refund: 200,
  })
  // The promised refund is no longer due as part of the price.
  const { body: ledger } = await as(buyer).call(readLedger, { orderId })
  expect(ledger.lines).toMatchObject([{ kind: 'price', due: 50 }])
  expect(solved.problems[0]).toMatchObject({ solved: { outcome: 'refund', by: 'Buyer' }, can: [] })
  expect(solved.order.history.slice(-2).map(({ what, by }) => [what, by])).toEqual([
    ['problem', 'Buyer'],
    ['solved', 'Buyer'],
  ])
  await expect
    .poll(() => receivedTexts(device).at(-1))
    .toMatch(/^The problem with Order .* is solved: refund promised, ₹200\.$/)
  // For seven days, the buyer can report that the promise wasn't kept.
  expect(solved.order.can).toContain('report-problem')
  const { body: orders } = await as(seller).call(listSellerOrders, { userId: seller.id })
  expect(orders[0]?.problem).toMatchObject({ reason: 'damaged', outcome: 'refund' })
})

test('an outcome that only admins have and a blank message are refused', async () => {
  const { buyer, orderId } = await makeDelivered()
  await report(buyer, orderId)
  const dismissed = await as(buyer).call(solveProblem, { orderId, outcome: 'dismissed' as never })
  expect(dismissed.error.fields?.outcome).toBe('Choose how it was solved.')
  const blank = await as(buyer).call(addProblemMessage, { orderId, text: ' ' })
  expect(blank.error.fields?.text).toBe('Text is required.')
})

test('only the two people and admins get a problem’s photos, from no public address', async () => {
  const { buyer, seller, orderId } = await makeDelivered()
  const { body } = await report(buyer, orderId, { photos: 4 })
  const photos = body.problems[0]?.messages[0]?.photos ?? []
  expect(photos).toHaveLength(4)
  const [photo = ''] = photos
  for (const account of [buyer, seller, await makeAccount('admin')]) {
    const response = await getPhoto(photo, account)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(response.headers['content-type']).toBe('image/webp')
  }
  expect((await getPhoto(photo)).statusCode).toBe(401)
  expect((await getPhoto(photo, await makeAccount('buyer'))).statusCode).toBe(404)
  expect((await getPhoto(photo, await makeAccount('seller'))).statusCode).toBe(404)
  for (const path of [`${photo}/../9`, photo.replace(/0$/, '9'), '/problem-photos/x/0'])
    expect((await getPhoto(path, buyer)).statusCode).toBe(404)
  const { app, context } = await testApp()
  const rows = await context.db.selectFrom('problem_photos').select('hash').execute()
  for (const { hash } of rows)
    expect((await app.inject({ url: `/photos/${hash}-480.webp` })).statusCode).toBe(404)
  for (const count of [5, 6]) {
    const tooMany = { orderId, text, photos: await makePhotos(count) }
    const refused = await as(buyer).call(addProblemMessage, tooMany as never)
    expect(refused.error.message).toBe('You can add at most 4 photos.')
  }
})

test('a report or solution that is sent repeatedly is stored once', async () => {
  const { buyer, orderId } = await makeDelivered()
  const reports = await Promise.all([1, 2].map(() => report(buyer, orderId)))
  expect(reports.map(({ status }) => status).sort()).toEqual([201, 409])
  const headers = { 'idempotency-key': 'once' }
  const message = { orderId, text: 'Hello?', photos: [] } as never
  for (let n = 0; n < 2; n++)
    expect((await as(buyer).call(addProblemMessage, message, { headers })).status).toBe(201)
  const solutions = await Promise.all(
    [1, 2, 3].map(() => as(buyer).call(solveProblem, { orderId, outcome: 'replaced' })),
  )
  expect(solutions.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { body } = await as(buyer).call(readOrderProblems, { orderId })
  expect(body.problems.map(({ messages }) => messages.length)).toEqual([2])
  const late = await as(buyer).call(addProblemMessage, { orderId, text })
  expect([late.status, late.error.code]).toEqual([409, 'problem_solved'])
})

test('a buyer can report problems with an order at most five times', async () => {
  const { buyer, orderId } = await makeDelivered()
  for (let n = 0; n < 5; n++) {
    expect((await report(buyer, orderId)).status).toBe(201)
    await as(buyer).call(solveProblem, { orderId, outcome: 'withdrawn' })
  }
  const again = await report(buyer, orderId)
  expect([again.status, again.error]).toEqual([
    409,
    {
      code: 'too_many_problems',
      message: 'You have reported this order before. For more help, use Report.',
    },
  ])
})

test('nobody writes more than ten times a minute', async () => {
  const { buyer, seller, orderId } = await makeDelivered()
  await report(buyer, orderId)
  for (let n = 0; n < 9; n++) await as(buyer).call(addProblemMessage, { orderId, text: `${n}` })
  const refused = await as(buyer).call(addProblemMessage, { orderId, text: 'one more' })
  expect([refused.status, refused.error.code]).toEqual([429, 'too_many_messages'])
  expect((await as(seller).call(addProblemMessage, { orderId, text })).status).toBe(201)
})

test('a blocked seller proposes a solution once', async () => {
  const { buyer, seller, orderId } = await makeDelivered()
  await report(buyer, orderId)
  await as(buyer).call(blockPerson, { id: seller.id })
  const propose = (refund: number) =>
    as(seller).call(proposeSolution, { orderId, proposal: 'refund', refund })
  expect((await propose(10)).status).toBe(200)
  expect((await propose(20)).error.code).toBe('chat_read_only')
})

test('an account with an open problem can’t be deleted; later its texts stay and its photos are deleted', async () => {
  const { buyer, seller, orderId } = await makeDelivered()
  const { body } = await report(buyer, orderId, { photos: 1 })
  const [photo = ''] = body.problems[0]?.messages[0]?.photos ?? []
  for (const refused of [
    await as(buyer).call(deleteBuyerAccount, {}),
    await as(seller).call(deleteSellerAccount, {}),
  ])
    expect([refused.status, refused.error.code]).toEqual([409, 'account_has_orders'])
  const exported = (await as(buyer).call(exportAccount, {})).body.problems
  expect(exported).toMatchObject([{ orderId, messages: [{ by: 'Buyer', text, photos: [photo] }] }])
  expect((await as(seller).call(exportAccount, {})).body.problems).toHaveLength(1)

  await as(buyer).call(solveProblem, { orderId, outcome: 'replaced' })
  const { context } = await testApp()
  const { hash } = await context.db
    .selectFrom('problem_photos')
    .select('hash')
    .where('message_id', '=', photo.split('/')[2] ?? '')
    .executeTakeFirstOrThrow()
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  expect((await getPhoto(photo, seller)).statusCode).toBe(404)
  const { body: kept } = await as(seller).call(readOrderProblems, { orderId })
  expect(kept).toMatchObject({ order: { closed: true }, problems: [{ messages: [{ text }] }] })
  expect(kept.problems[0]?.messages[0]?.photos).toEqual([])
  await removeExpiredPhotos(context, new Date(Date.now() + 2 * dayMs))
  expect(await context.storage.read(`${hash}-480.webp`)).toBeUndefined()
})
