// What people said about payments; the orders of a deal have one ledger together.
import { sql } from 'kysely'

import type { Message } from '#contract/chats.ts'
import { indianDate } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/errors.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import type { PaymentKind } from '#contract/orders/payments.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { isAgreed, isRentedOut } from '#server/orders/status.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxListedPayments } from './policy.ts'
import { duePayments, payerOf } from './rules.ts'
import { paidText, receivedText } from './texts.ts'

/** The order with those of its deal, oldest first; none if it isn't the viewer's. */
export async function findLedgerOrders(db: Db, { accountId, side }: Participant, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select('offer_id')
    .where('id', '=', orderId)
    .where(`orders.${side}_id`, '=', accountId)
    .executeTakeFirst()
  if (!order) return []
  const rows = await selectOrderDetails(db)
    .select(
      sql<number>`coalesce((select greatest(paid, received) from payments where payments.order_id = orders.id and kind = 'deposit'), 0)`.as(
        'deposit_paid',
      ),
    )
    .where((where) =>
      order.offer_id === null
        ? where('orders.id', '=', orderId)
        : where('orders.offer_id', '=', order.offer_id),
    )
    .orderBy('orders.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    isAgreed: isAgreed(row),
    isCancelled: row.status === 'Cancelled',
    isRentedOut: isRentedOut(row),
    returned_on: row.returned_at === null ? null : indianDate(row.returned_at),
  }))
}
export type LedgerOrder = Awaited<ReturnType<typeof findLedgerOrders>>[number]

export const findPayments = (db: Db, orderIds: readonly string[]) =>
  db.selectFrom('payments').selectAll().where('order_id', 'in', orderIds).execute()

/** `amount` in rupees: what was open on the screen. */
export type Payment = {
  orderId: string
  kind: PaymentKind
  what: 'paid' | 'received'
  amount?: number | undefined
}

/**
 * Notes that all that is due of a kind was paid, or received, and says so in the chat; undefined if
 * it was said before. Throws order_not_found, not_yours,
 * nothing_due, amount_changed.
 */
export async function savePayment(
  db: Db,
  me: Participant,
  { orderId, kind, what, amount: seen }: Payment,
  now: Date,
): Promise<{ accountIds: string[]; message: Message } | undefined> {
  const [first] = await findLedgerOrders(db, me, orderId)
  const chat = first && (await lockChat(db, me, first.chat_id))
  if (!chat) throw new AppError('order_not_found')
  const isPayer = payerOf[kind] === me.side
  if (isPayer !== (what === 'paid')) throw new AppError('not_yours')
  // Read again behind the lock.
  const orders = await findLedgerOrders(db, me, orderId)
  const today = indianDate(now)
  const stored = await findPayments(
    db,
    orders.map(({ id }) => id),
  )
  const rows = orders.flatMap((order) => {
    const row = stored.find(({ order_id, kind: other }) => order_id === order.id && other === kind)
    const due = duePayments(order, today)[kind]
    return due > 0 ? [{ orderId: order.id, due, said: row?.[what] ?? 0 }] : []
  })
  if (rows.length === 0) throw new AppError('nothing_due')
  const open = rows.filter(({ due, said }) => said < due)
  if (open.length === 0) return undefined
  const amount = open.reduce((sum, { due, said }) => sum + due - said, 0)
  if (seen !== undefined && toPaise(seen) !== amount) throw new AppError('amount_changed')
  const time = `${what}_at` as const
  for (const { orderId: order_id, due } of open)
    await db
      .insertInto('payments')
      .values({ order_id, kind, [what]: due, [time]: now })
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'kind']).doUpdateSet({ [what]: due, [time]: now }),
      )
      .execute()
  const textOf = what === 'paid' ? paidText : receivedText
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: textOf(
      kind,
      amount,
      open.map((row) => row.orderId),
    ),
    unreadFor: [me.side === 'buyer' ? 'seller' : 'buyer'],
    now,
  })
  return { accountIds: [chat.buyer_id, chat.seller_id], message }
}

/** What was said about the payments of an account's orders, by order, for its export. */
export async function listPaymentsOf(db: Db, { accountId, side }: Participant, page: PageRequest) {
  let query = db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where(`orders.${side}_id`, '=', accountId)
    .orderBy('order_id')
    .orderBy('kind')
    .limit(rowLimit(page, maxListedPayments))
  const cursor = readCursor(page.cursor, 2)
  if (cursor) {
    const last = [cursorId(cursor[0]), String(cursor[1]) as PaymentKind] as const
    query = query.where((where) =>
      where(where.refTuple('order_id', 'kind'), '>', where.tuple(...last)),
    )
  }
  const { rows, next } = toPage(await query.execute(), page, maxListedPayments, (row) => [
    row.order_id,
    row.kind,
  ])
  return {
    rows: rows.map((row) => ({
      orderId: row.order_id,
      kind: row.kind,
      paid: toRupees(row.paid),
      received: toRupees(row.received),
      paidAt: row.paid_at?.toISOString(),
      receivedAt: row.received_at?.toISOString(),
    })),
    next,
  }
}
