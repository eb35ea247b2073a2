import type { Message } from '#contract/chats.ts'
import { indianDate } from '#contract/common/dates.ts'
import { otherSide } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { formatRupees, toPaise, toRupees } from '#contract/common/schemas.ts'
import { type PaymentAction, type PaymentKind, paymentKinds } from '#contract/orders/payments.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { amountsOf, payerOf } from '#server/orders/payments/due.ts'
import { findLedgerOrders, type LedgerOrder } from '#server/orders/payments/ledger-orders.ts'
import { countDealChange } from '#server/orders/quotas.ts'
import { ordersText } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { changesOf, isOutdated, kindsOf, type PaymentRow, type ReportedChange } from './rules.ts'

const maxListedPayments = 500

export async function findOwnLedger(
  db: Db,
  { accountId, side }: Participant,
  orderId: string,
): Promise<LedgerOrder[]> {
  const order = await db
    .selectFrom('orders')
    .select('offer_id')
    .where('id', '=', orderId)
    .where(`orders.${side}_id`, '=', accountId)
    .executeTakeFirst()
  if (!order) return []
  const dealIds = order.offer_id === null ? [] : [order.offer_id]
  return findLedgerOrders(db, { orderIds: [orderId], dealIds })
}

export function paymentRows(orders: readonly LedgerOrder[], today: string): PaymentRow[] {
  const amounts = orders.map((order) => ({ order, of: amountsOf(order, today) }))
  return paymentKinds.flatMap((kind) =>
    amounts.map(({ order, of }) => ({
      orderId: order.id,
      kind,
      ...of[kind],
      isTakenBack: isTakenBack(order.reported[kind]),
    })),
  )
}

function isTakenBack(reported: LedgerOrder['reported'][PaymentKind]): boolean {
  const at = reported?.taken_back_at
  if (!reported || !at) return false
  return [reported.paid_at, reported.received_at].every((time) => time === null || time <= at)
}

/** `amount` and `unconfirmed` are the amounts on the caller's screen, in rupees. */
export type PaymentReport = {
  orderId: string
  kind: PaymentKind | 'all'
  action: PaymentAction
  amount?: number | undefined
  unconfirmed?: number | undefined
}

/**
 * Saves a report about payments and writes it to the chat. Returns undefined if nothing changes.
 * Throws order_not_found, not_yours, nothing_due, amount_changed, too_many_deals, session_ended.
 */
export async function savePayment(
  db: Db,
  me: Participant,
  { orderId, kind, action, amount: seen, unconfirmed }: PaymentReport,
  { clock, isLimited }: { clock: () => Date; isLimited: boolean },
): Promise<{ accountIds: string[]; message: Message } | undefined> {
  const [first] = await findOwnLedger(db, me, orderId)
  if (!first) throw new AppError('order_not_found')
  const chat = await lockChat(db, me, first.chat_id)
  const kinds: readonly PaymentKind[] = kindsOf(me.side, action, kind)
  // The time is read after the lock, because another report may have been saved while this one
  // waited.
  const now = clock()
  const orders = await findOwnLedger(db, me, orderId)
  const rows = paymentRows(orders, indianDate(now)).filter((row) => kinds.includes(row.kind))
  if (rows.every(({ due, paid, received }) => Math.max(due, paid, received) === 0))
    throw new AppError('nothing_due')
  const changes = changesOf(action, rows)
  if (changes.length === 0) return undefined
  const amount = changes.reduce((sum, change) => sum + change.amount, 0)
  if (seen !== undefined && toPaise(seen) !== amount) throw new AppError('amount_changed')
  const seenUnconfirmed = unconfirmed === undefined ? undefined : toPaise(unconfirmed)
  if (action === 'say-received' && isOutdated(rows, seenUnconfirmed))
    throw new AppError('amount_changed')
  if (isLimited) await countDealChange(db, { chatId: chat.id, side: me.side }, now)
  for (const change of changes) await saveReport(db, action, change, now)
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: reportText(action, changes),
    unreadFor: [otherSide(me.side)],
    now,
  })
  return { accountIds: [chat.buyer_id, chat.seller_id], message }
}

async function saveReport(
  db: Db,
  action: PaymentAction,
  { orderId: order_id, kind, reported }: ReportedChange,
  now: Date,
): Promise<void> {
  if (action === 'take-back') {
    // Keeps the amounts that the payee has confirmed.
    await db
      .updateTable('payments')
      .set(({ fn, ref }) => {
        const since = reported > 0 ? fn.coalesce('received_at', 'paid_at') : null
        const received_at = reported > 0 ? since : ref('received_at')
        return {
          paid: reported,
          received: reported,
          paid_at: since,
          received_at,
          taken_back_at: now,
        }
      })
      .where('order_id', '=', order_id)
      .where('kind', '=', kind)
      .execute()
    return
  }
  const what =
    action === 'say-paid'
      ? { paid: reported, paid_at: now }
      : { received: reported, received_at: now }
  await db
    .insertInto('payments')
    .values({ order_id, kind, ...what })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(what))
    .execute()
}

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
      takenBackAt: row.taken_back_at?.toISOString(),
    })),
    next,
  }
}

const names: Record<PaymentKind, string> = {
  price: '',
  deposit: ' as a deposit',
  late_fee: ' as a late fee',
  deposit_back: ' the deposit',
  price_back: ' the price',
  late_fee_back: ' the late fee',
}

const sumOf = (changes: readonly ReportedChange[]) =>
  changes.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Returns, for example, ' as a deposit', or ', ₹200 of it as a deposit and ₹10 of it as a late
 * fee'; for money that is given back, ' of the deposit'.
 */
function partsText(changes: readonly ReportedChange[], isBack: boolean): string {
  const kinds = Map.groupBy(changes, ({ kind }) => kind)
  const [only] = kinds.keys()
  if (kinds.size === 1 && only) return (isBack ? ' of' : '') + names[only]
  const parts = [...kinds]
    .filter(([kind]) => kind !== 'price' && kind !== 'price_back')
    .map(([kind, of]) => `${formatRupees(sumOf(of))} of it${names[kind]}`)
  return `, ${parts.join(' and ')}${isBack ? ',' : ''}`
}

function reportText(action: PaymentAction, changes: readonly ReportedChange[]): string {
  const amount = formatRupees(sumOf(changes))
  const orders = ordersText([...new Set(changes.map(({ orderId }) => orderId))])
  const isBack = changes.some(({ kind }) => payerOf[kind] === 'seller')
  const parts = partsText(changes, isBack)
  const texts: Record<PaymentAction, string> = isBack
    ? {
        'say-paid': `The seller says that ${amount}${parts} was given back`,
        'take-back': `The seller no longer says that ${amount}${parts} was given back`,
        'say-received': `The buyer has got back ${amount}${parts}`,
      }
    : {
        'say-paid': `The buyer says that ${amount} was paid${parts}`,
        'take-back': `The buyer no longer says that ${amount} was paid${parts}`,
        'say-received': `The seller has received ${amount}${parts}`,
      }
  return `${texts[action]} (${orders}).`
}
