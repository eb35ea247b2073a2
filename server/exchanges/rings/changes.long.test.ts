import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteBuyerAccount, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { deleteBook, updateBook } from '#contract/books/books.ts'
import { cancelExchange, declineRing } from '#contract/exchanges/exchanges.ts'
import { addWants, removeWant, updateWant } from '#contract/wishlist/wants.ts'
import { as, makeAccount, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import { readMarket } from './read-market.ts'
import {
  accept,
  endRingsIn,
  expectSound,
  heldBy,
  look,
  type Made,
  makeCircle,
  makeRing,
  newestRing,
  noticesOf,
  pune,
  threeOf,
  viewRing,
} from './testing-rings.ts'

async function personOf({ id }: TestAccount): Promise<string> {
  const { db } = (await testApp()).context
  const account = db.selectFrom('accounts').select('person_id').where('id', '=', id)
  return (await account.executeTakeFirstOrThrow()).person_id
}

test.each<[string, boolean, (made: Made) => Promise<unknown>]>([
  [
    'a book is deleted',
    true,
    async (made) => as(threeOf(made)[1].seller).call(deleteBook, { id: threeOf(made)[1].bookId }),
  ],
  [
    'a book is no longer open',
    true,
    async (made) =>
      as(threeOf(made)[1].seller).call(updateBook, {
        id: threeOf(made)[1].bookId,
        openToExchange: false,
      }),
  ],
  [
    'a want is removed',
    true,
    async (made) => as(threeOf(made)[1].buyer).call(removeWant, { id: threeOf(made)[1].wantId }),
  ],
  [
    'a want asks for a better condition',
    true,
    async (made) =>
      as(threeOf(made)[1].buyer).call(updateWant, {
        id: threeOf(made)[1].wantId,
        worstCondition: 'new',
      }),
  ],
  [
    'one has blocked another',
    true,
    async (made) =>
      as(threeOf(made)[1].buyer).call(blockPerson, { id: threeOf(made)[0].seller.id }),
  ],
  [
    'an admin has blocked one of somebody’s accounts',
    false,
    async (made) =>
      as(await makeAccount('admin')).call(toggleBuyer, {
        id: threeOf(made)[1].buyer.id,
        status: 'blocked',
      }),
  ],
  [
    'a book is in a worse condition than was said',
    true,
    async (made) =>
      as(threeOf(made)[1].seller).call(updateBook, {
        id: threeOf(made)[1].bookId,
        condition: 'average',
        description: 'Half of the pages are missing.',
      }),
  ],
  [
    'somebody has moved away',
    false,
    async (made) => as(threeOf(made)[1].seller).call(updateSellerProfile, { pinCode: '110001' }),
  ],
  [
    'somebody has deleted the account that they buy with',
    false,
    async (made) => as(threeOf(made)[1].buyer).call(deleteBuyerAccount, {}),
  ],
])('where %s, the ring comes to nothing', async (_, isAtOnce, change) => {
  const made = await makeRing({ pinCodes: pune })
  const { exchangeId } = made
  const [a, , c] = threeOf(made)
  await accept(a.buyer, exchangeId)
  await change(made)
  // For most changes, a queued job ends the ring at once; for the others, the next answer does.
  await (await testApp()).context.jobs.idle()
  if (isAtOnce) expect((await viewRing(a.buyer, exchangeId)).status).toBe('ended')
  const answered = await accept(c.buyer, exchangeId)
  expect(answered.error?.code ?? answered.body.status).toMatch(/^(ring_over|ended)$/)
  const ended = await viewRing(c.buyer, exchangeId)
  expect(ended).toMatchObject({ status: 'ended', ring: { endedBecause: 'changed' } })
  expect(await heldBy(exchangeId)).toBe(0)
  await endRingsIn(0)
  await expectSound()
})

test('the job ends a ring that is no longer possible and notifies its members', async () => {
  const made = await makeRing({ pinCodes: pune })
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  await accept(a.buyer, exchangeId)
  await as(b.buyer).call(removeWant, { id: b.wantId })
  await endRingsIn(0)
  expect(await viewRing(c.buyer, exchangeId)).toMatchObject({
    status: 'ended',
    ring: { endedBecause: 'changed' },
  })
  expect(await heldBy(exchangeId)).toBe(0)
  for (const { buyer } of [a, b, c])
    expect((await noticesOf(buyer)).join()).toContain('has changed')
})

test('a ring that was cancelled after all had accepted isn’t proposed again at once', async () => {
  const made = await makeRing({ pinCodes: pune })
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  for (const { buyer } of [a, b, c]) await accept(buyer, exchangeId)
  expect((await as(b.buyer).call(cancelExchange, { exchangeId })).status).toBe(200)
  await look()
  expect(await newestRing(a.buyer)).toBe(exchangeId)
  await expectSound()
})

test('the copy of an ended ring is reserved for the next in the queue', async () => {
  const made = await makeCircle({ people: 2, pinCodes: pune })
  const [a, b] = made.people
  const waiting = await makePerson()
  const { context } = await testApp()
  await as(waiting.buyer).call(addWants, { titles: [made.titles[1] ?? {}] })
  // This person has waited longer than the members of the ring.
  await context.db
    .updateTable('wants')
    .set({ created_at: new Date(Date.now() - 86_400_000) })
    .where('person_id', '=', await personOf(waiting.buyer))
    .execute()
  await look()
  const exchangeId = (await newestRing(a?.buyer)) ?? ''
  await as(b?.buyer).call(declineRing, { exchangeId })
  await look()
  const reservation = await context.db
    .selectFrom('reservations')
    .select('person_id')
    .where('book_id', '=', b?.bookId ?? '')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  expect(reservation?.person_id).toBe(await personOf(waiting.buyer))
})

test('the market counts equal listings of a seller once', async () => {
  const made = await makeCircle({ people: 2, pinCodes: pune })
  const [a] = made.people
  const title = made.titles[0] ?? { title: '', author: '' }
  for (let number = 0; number < 4; number++)
    await makeBook(a?.seller ?? (await makeAccount('seller')), {
      ...title,
      price: 20_000,
      open_to_exchange: true,
    })
  const { context } = await testApp()
  const { fits } = await readMarket(context.db, context.now())
  const own = await context.db
    .selectFrom('books')
    .select('id')
    .where('seller_id', '=', a?.seller.id ?? '')
    .execute()
  expect(own).toHaveLength(5)
  const offered = new Set(fits.map(({ copy }) => copy))
  expect(own.filter(({ id }) => offered.has(id))).toHaveLength(1)
})
