import { makeOffer } from '#contract/orders/offers.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, makeAccount, makeBook, makeChat, type TestAccount, testApp } from './testing.ts'

export async function makeOtherAccount(
  account: TestAccount,
  role: 'buyer' | 'seller',
): Promise<TestAccount> {
  const { db, now } = (await testApp()).context
  const first = await db
    .selectFrom('accounts')
    .select(['person_id', 'email'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const id = newId()
  await insertAccount(db, {
    id,
    person_id: first.person_id,
    role,
    name: account.name,
    email: first.email,
    password_hash: 'none',
    ...(role === 'seller' && { seller_type: 'student' as const }),
  })
  const token = newToken()
  await insertSession(db, {
    tokenHash: hashToken(token),
    accountId: id,
    userAgent: 'test',
    now: now(),
  })
  return { ...account, id, token }
}

export type Person = { buyer: TestAccount; seller: TestAccount }
export async function makePerson(): Promise<Person> {
  const buyer = await makeAccount('buyer')
  return { buyer, seller: await makeOtherAccount(buyer, 'seller') }
}

/**
 * Creates a chat in which Ravi asks for Asha's book, and a book that Ravi could give. Prices are in
 * paise.
 */
export async function makeSwap(
  options: { asha?: Person; ravi?: Person; theirs?: number; mine?: number } = {},
) {
  const asha = options.asha ?? (await makePerson())
  const ravi = options.ravi ?? (await makePerson())
  const chat = await makeChat({
    buyer: ravi.buyer,
    seller: asha.seller,
    book: { price: options.theirs ?? 25_000, open_to_exchange: true },
  })
  const hisBook = await makeBook(ravi.seller, { price: options.mine ?? 15_000 })
  return { ...chat, asha, ravi, herBook: chat.bookId, hisBook }
}
export type Swap = Awaited<ReturnType<typeof makeSwap>>

export const swapOffer = ({ chatId, herBook, hisBook }: Swap) => ({
  chatId,
  orderType: 'purchase',
  items: [{ bookId: herBook, copies: 1 }],
  exchange: { items: [{ bookId: hisBook }], topUp: 100, topUpBy: 'buyer' as const },
  handOver: 'meet' as const,
  meetingPoint: 'College gate',
})

export async function offerSwap(swap: Swap, changes: object = {}) {
  const { status, body, error } = await as(swap.ravi.buyer).call(makeOffer, {
    ...swapOffer(swap),
    ...changes,
  } as never)
  if (status !== 201) throw new Error(`no offer: ${JSON.stringify(error)}`)
  return body
}
