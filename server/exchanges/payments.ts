import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/errors.ts'
import type { ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { lockChats } from '#server/chats/store.ts'
import { lockExchangeOrders } from '#server/orders/exchange/cancel-together.ts'
import { countDealChange } from '#server/orders/limits.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countRingWord, insertRingNews, notifyMembers } from './rings/store.ts'
import { isDue, paymentActions, saidOf, statusOf } from './rules.ts'
import { findMembers, selectOwn } from './store.ts'
import { accountBlockedText, paymentText } from './texts.ts'

type Word = {
  exchangeId: string
  number: number
  back: boolean
  action: ExchangePayment['can'][number]
}

async function lockPayment(db: Db, accountId: string, { exchangeId, number }: Word) {
  const own = await selectOwn(db, accountId)
    .where('exchanges.id', '=', exchangeId)
    .executeTakeFirst()
  if (!own) throw new AppError('exchange_not_found')
  const legs = await db
    .selectFrom('orders')
    .select('chat_id')
    .where('exchange_id', '=', exchangeId)
    .execute()
  const chatIds = legs.map(({ chat_id }) => chat_id)
  await lockChats(db, { ids: own.chat_id === null ? chatIds : [own.chat_id, ...chatIds] })
  const payment = await db
    .selectFrom('exchange_payments')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new AppError('nothing_due')
  const orders = await lockExchangeOrders(db, exchangeId)
  const status = statusOf(
    orders.map(({ status }) => ({ status, isIn: false })),
    own,
  )
  return { own, payment, status }
}

type Locked = Awaited<ReturnType<typeof lockPayment>>

/** Whether it stands already as it would stand then; throws not_yours, nothing_due. */
function isRepeated({ own, payment, status }: Locked, { action, back }: Word): boolean {
  const [from, to] = back ? [payment.payee, payment.payer] : [payment.payer, payment.payee]
  const isAllowed =
    action === 'say-paid'
      ? own.me === from
      : action === 'say-received'
        ? own.me === to
        : own.me === from || own.me === to
  if (!isAllowed) throw new AppError('not_yours')
  if (!isDue(payment, back, status)) throw new AppError('nothing_due')
  if (paymentActions(payment, { me: own.me, back, status }).includes(action)) return false
  const { paidAt, receivedAt } = saidOf(payment, back)
  if (action === 'say-paid' && paidAt !== null) return true
  if (action === 'say-received' && receivedAt !== null) return true
  if (action === 'take-back' && (own.me === from ? paidAt : receivedAt) === null) return true
  throw new AppError('order_settled')
}

/** Whether it is the caller who pays, or gives back; else they get it. */
const isPayer = ({ own, payment }: Locked, { back }: Word): boolean =>
  own.me === (back ? payment.payee : payment.payer)

function changesOf(locked: Locked, word: Word, now: Date) {
  const { action, back } = word
  const column = `${back ? 'back_' : ''}${isPayer(locked, word) ? 'paid' : 'received'}_at` as const
  return action === 'take-back' ? { [column]: null, taken_back_at: now } : { [column]: now }
}

/**
 * Notes what a member says of a payment on top, and says so in the chat; undefined if they had said
 * it. Throws exchange_not_found, not_yours, nothing_due, order_settled, too_many_deals.
 */
export async function sayOfPayment(
  db: Db,
  accountId: string,
  word: Word,
  { now, isLimited }: Options,
): Promise<PostedLine | undefined> {
  const locked = await lockPayment(db, accountId, word)
  if (isRepeated(locked, word)) return undefined
  const { own, payment } = locked
  const posted =
    own.chat_id === null
      ? await writeInRing(db, locked, word, { now, isLimited })
      : await writeInChat(db, { ...locked, chatId: own.chat_id }, word, { now, isLimited })
  await db
    .updateTable('exchange_payments')
    .set(changesOf(locked, word, now))
    .where('exchange_id', '=', own.id)
    .where('number', '=', payment.number)
    .execute()
  return posted
}

type Options = { now: Date; isLimited: boolean }
type PostedLine = { message?: Message; accountIds: string[] }

const textOf = (locked: Locked, word: Word, who: string): string =>
  paymentText(word.action, {
    id: locked.own.id,
    amount: locked.payment.amount,
    back: word.back,
    isPayer: isPayer(locked, word),
    who,
  })

async function writeInChat(
  db: Db,
  { chatId, ...locked }: Locked & { chatId: string },
  word: Word,
  { now, isLimited }: Options,
): Promise<PostedLine> {
  const { own } = locked
  const chat = await db
    .selectFrom('chats')
    .innerJoin('exchange_members as me', 'me.buyer_id', 'chats.buyer_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'chats.seller_id')
    .select(['chats.buyer_id', 'chats.seller_id', 'me.number as buyer'])
    .select(['buyer.status as buyer_status', 'seller.status as seller_status'])
    .where('chats.id', '=', chatId)
    .where('me.exchange_id', '=', own.id)
    .executeTakeFirstOrThrow()
  const side = chat.buyer === own.me ? 'buyer' : 'seller'
  if (chat[`${side}_status`] === 'blocked')
    throw new AppError('order_settled', { message: accountBlockedText(side) })
  if (isLimited) await countDealChange(db, { chatId, side }, now)
  const message = await insertSystemMessage(db, {
    chatId,
    text: textOf(locked, word, `The ${side}`),
    unreadFor: [side === 'buyer' ? 'seller' : 'buyer'],
    now,
  })
  return { message, accountIds: [chat.buyer_id, chat.seller_id] }
}

const partOf = ({ number }: { number: number }): string => `payment ${number}`

/** All members read it in their chat; who pays or is paid is told under the bell, too. */
async function writeInRing(
  db: Db,
  locked: Locked,
  word: Word,
  { now, isLimited }: Options,
): Promise<PostedLine> {
  const { own, payment } = locked
  const members = await findMembers(db, [own.id])
  const [me, other] = [own.me, own.me === payment.payer ? payment.payee : payment.payer].map(
    (number) => members.find((member) => member.number === number),
  )
  if (!me || !other) throw new Error('a payment of nobody')
  if (isLimited) await countRingWord(db, me.person_id, now)
  const line = textOf(locked, word, '').trimStart()
  await insertRingNews(db, own.id, { text: line, member: own.me }, now)
  const text = textOf(locked, word, 'Somebody in your ring')
  await notifyMembers(db, own.id, [other], text, now, partOf(payment))
  return { accountIds: [] }
}
