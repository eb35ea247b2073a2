// Members' reports about an exchange's cash differences.
import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { countDealChange } from '#server/orders/quotas.ts'
import { lockExchangeChats, lockOrdersOf } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countRingMessage } from './rings/chat.ts'
import { isDue, partiesOf, paymentActions, reportsOf, statusOf } from './rules.ts'
import { findMembers, findOwn, insertRingNews, notifyMembers } from './store.ts'
import { accountBlockedText, paymentLine } from './texts.ts'

type Report = {
  exchangeId: string
  number: number
  back: boolean
  action: ExchangePayment['can'][number]
}
type Options = { now: Date; isLimited: boolean }

async function lockPayment(db: Db, accountId: string, { exchangeId, number }: Report) {
  const own = await findOwn(db, accountId, exchangeId)
  await lockExchangeChats(db, exchangeId)
  const payment = await db
    .selectFrom('exchange_payments')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) throw new AppError('nothing_due')
  const orders = await lockOrdersOf(db, 'exchange_id', exchangeId)
  const legsNow = orders.map(({ status }) => ({ status, isIn: false }))
  return { own, payment, status: statusOf(legsNow, own) }
}
type Locked = Awaited<ReturnType<typeof lockPayment>>

function isRepeated({ own: { me }, payment, status }: Locked, { action, back }: Report): boolean {
  const { from, to } = partiesOf(payment, back)
  const allowed = { 'say-paid': [from], 'say-received': [to], 'take-back': [from, to] }[action]
  if (!allowed.includes(me)) throw new AppError('not_yours')
  if (!isDue(payment, back, status)) throw new AppError('nothing_due')
  if (paymentActions(payment, { me, back, status }).includes(action)) return false
  const { paidAt, receivedAt } = reportsOf(payment, back)
  const isReported = (me === from ? paidAt : receivedAt) !== null
  if (isReported === (action === 'take-back')) throw new AppError('order_settled')
  return true
}

/**
 * Saves a member's report about a payment, and writes it to the chat. Returns undefined for a
 * repeated report. Throws exchange_not_found, not_yours, nothing_due, order_settled,
 * too_many_deals, and in a ring too_many_messages.
 */
export async function reportPayment(
  db: Db,
  accountId: string,
  report: Report,
  options: Options,
): Promise<{ message?: Message; accountIds: string[] } | undefined> {
  const locked = await lockPayment(db, accountId, report)
  if (isRepeated(locked, report)) return undefined
  const { own, payment } = locked
  const { action, back } = report
  const isPayer = own.me === partiesOf(payment, back).from
  const line = paymentLine(action, { id: own.id, amount: payment.amount, back, isPayer })
  const posted =
    own.chat_id === null
      ? await writeInRing(db, locked, line, options)
      : await writeInChat(db, { ...own, chatId: own.chat_id }, line, options)
  const column = `${back ? 'back_' : ''}${isPayer ? 'paid' : 'received'}_at` as const
  await db
    .updateTable('exchange_payments')
    .set({ [column]: action === 'take-back' ? null : options.now })
    .where('exchange_id', '=', own.id)
    .where('number', '=', payment.number)
    .execute()
  return posted
}

async function writeInChat(
  db: Db,
  { id, me, chatId }: { id: string; me: number; chatId: string },
  line: string,
  { now, isLimited }: Options,
) {
  const chat = await db
    .selectFrom('chats')
    .innerJoin('exchange_members as buying', 'buying.buyer_id', 'chats.buyer_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'chats.seller_id')
    .select(['chats.buyer_id', 'chats.seller_id', 'buying.number as buyer'])
    .select(['buyer.status as buyer_status', 'seller.status as seller_status'])
    .where('chats.id', '=', chatId)
    .where('buying.exchange_id', '=', id)
    .executeTakeFirstOrThrow()
  const [side, other] =
    chat.buyer === me ? (['buyer', 'seller'] as const) : (['seller', 'buyer'] as const)
  if (chat[`${side}_status`] === 'blocked')
    throw new AppError('order_settled', { message: accountBlockedText(side) })
  if (isLimited) await countDealChange(db, { chatId, side }, now)
  const text = `The ${side} ${line}`
  return {
    message: await insertSystemMessage(db, { chatId, text, unreadFor: [other], now }),
    accountIds: [chat.buyer_id, chat.seller_id],
  }
}

async function writeInRing(
  db: Db,
  { own: { id, me }, payment }: Locked,
  line: string,
  { now, isLimited }: Options,
) {
  const members = await findMembers(db, [id])
  const { from, to } = partiesOf(payment, false)
  const own = members.find(({ number }) => number === me)
  if (own && isLimited) await countRingMessage(db, own.person_id, now)
  await insertRingNews(db, id, { text: line, member: me }, now)
  const others = members.filter(({ number }) => number !== me && [from, to].includes(number))
  const part = `payment ${payment.number}`
  const textOf = `Somebody in your swap ${line}`
  await notifyMembers(db, others, { exchangeId: id, part, textOf }, now)
  return { accountIds: [] }
}
