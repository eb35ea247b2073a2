// Cases: a book of an exchange is late or cancelled, although another book was sent or handed over.
// Admins find cases in their queue of complaints, and all members are notified.
import { sql } from 'kysely'
import type { Message } from '#contract/chats.ts'
import { sides } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { cancelExchange, type ExchangeCaseReason } from '#contract/exchanges/exchanges.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { lockExchangeChats } from '#server/orders/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { emitChange, findAccountIds } from './store.ts'
import { caseSettledText, caseText } from './texts.ts'

const casesBatchSize = 100
const missingAfterMs = 7 * 86_400_000

const another = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<boolean>`exists (select from orders as other
    where other.exchange_id = orders.exchange_id and other.id <> orders.id and ${condition})`

/**
 * Whether a book is late: it hasn't arrived, and another book of its exchange was delivered by
 * `since`; or it wasn't sent, and another book was sent by `since`.
 */
const isMissing = (since: Date) =>
  sql<boolean>`((orders.status in ('Pending', 'Shipped')
      and ${another(sql`other.status = 'Delivered' and other.delivered_at <= ${since}`)})
    or (orders.status = 'Pending' and ${another(sql`other.status = 'Shipped' and exists (
      select from order_events where order_id = other.id and order_events.status = 'Shipped'
        and kind = 'status' and order_events.created_at <= ${since})`)}))`
const isCancelledAlone = sql<boolean>`(orders.status = 'Cancelled'
  and ${another(sql`other.status in ('Shipped', 'Delivered')`)})`

type CaseOrder = {
  id: string
  exchange_id: string
  chat_id: string
  book_title: string
  buyer_id: string
  seller_id: string
  is_another_given: boolean
  reason: ExchangeCaseReason
}

async function findOrdersNeedingCase(db: Db, now: Date, orderId?: string): Promise<CaseOrder[]> {
  const missing = isMissing(new Date(now.getTime() - missingAfterMs))
  const { rows } = await sql<CaseOrder>`
    select * from (select id, exchange_id, chat_id, book_title, buyer_id, seller_id,
        ${another(sql`other.status = 'Delivered'`)} as is_another_given,
        case when ${missing} then 'missing' when ${isCancelledAlone} then 'cancelled' end as reason
      from orders where exchange_id is not null
        and ${orderId === undefined ? sql`true` : sql`id = ${orderId}`}) as found
    where reason is not null and not exists (select from exchange_cases
      where order_id = found.id and exchange_cases.reason = found.reason)
    order by id limit ${casesBatchSize}`.execute(db)
  return rows
}

type CaseNotice = { message: Message; chatAccountIds: string[] }

async function openCase(db: Db, found: CaseOrder, now: Date): Promise<CaseNotice | undefined> {
  const { exchange_id } = found
  await lockExchangeChats(db, exchange_id)
  const [order] = await findOrdersNeedingCase(db, now, found.id)
  if (!order) return undefined
  const { reason } = order
  const id = newId(now.getTime())
  await db
    .insertInto('exchange_cases')
    .values({ id, exchange_id, order_id: order.id, reason, created_at: now })
    .execute()
  return writeCaseUpdate(db, exchange_id, order, caseText(exchange_id, reason, order), now)
}

/** Writes to the order's chat, and notifies all members' accounts that can't see that chat. */
async function writeCaseUpdate(
  db: Db,
  exchangeId: string,
  order: Pick<CaseOrder, 'id' | 'chat_id' | 'buyer_id' | 'seller_id'>,
  text: string,
  now: Date,
): Promise<CaseNotice> {
  const message = await insertSystemMessage(db, {
    chatId: order.chat_id,
    text,
    unreadFor: sides,
    now,
  })
  const chatAccountIds = [order.buyer_id, order.seller_id]
  const accountIds = await findAccountIds(db, exchangeId)
  const others = accountIds.filter((id) => !chatAccountIds.includes(id))
  const exchange = { id: exchangeId, part: `case ${order.id}` }
  await insertNotifications(db, others, { kind: 'exchange', text, exchange, now })
  return { message, chatAccountIds }
}

const closeArrived = (db: Db, now: Date) =>
  db
    .updateTable('exchange_cases')
    .from('orders')
    .set({ closed_at: now })
    .whereRef('orders.id', '=', 'order_id')
    .where('orders.status', '=', 'Delivered')
    .where('closed_at', 'is', null)
    .execute()

/**
 * Opens cases for books that are late or cancelled, and closes those of books that have arrived.
 */
export async function updateCases(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, live, log } = context
  const now = context.now()
  await commitChanges(context, ['orders'], (db) => closeArrived(db, now))
  for (const order of await findOrdersNeedingCase(db, now)) {
    if (signal?.aborted) return
    const notice = await commitChanges(context, cancelExchange.changes, (db) =>
      openCase(db, order, now),
    ).catch(logFailure(log, 'a case could not be opened', { order: order.id }))
    if (!notice) continue
    live.emit(notice.chatAccountIds, 'receive_message', notice.message)
    await emitChange(context, order.exchange_id)
  }
}

/**
 * Closes the open cases of the exchange that an order is part of, for an admin. All members see the
 * note. Throws order_not_found and complaint_closed.
 */
export async function settleCase(
  db: Db,
  { orderId, note, adminId }: { orderId: string; note: string; adminId: string },
  now: Date,
): Promise<CaseNotice> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'exchange_id', 'chat_id', 'buyer_id', 'seller_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  if (!order.exchange_id) throw new AppError('complaint_closed')
  const exchangeId = order.exchange_id
  await lockExchangeChats(db, exchangeId)
  const closed = await db
    .updateTable('exchange_cases')
    .set({ closed_at: now, closed_by: adminId, note })
    .where('exchange_id', '=', exchangeId)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
  if (closed.length === 0) throw new AppError('complaint_closed')
  return writeCaseUpdate(db, exchangeId, order, caseSettledText(exchangeId, note), now)
}
