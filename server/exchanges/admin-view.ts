import type { AdminOrder } from '#contract/admin/admin-orders.ts'
import { displayName } from '#contract/common/display-names.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Db } from '#server/platform/database/database.ts'
import { casesView, findCases } from './case-views.ts'
import { findMembers, nameOf } from './store.ts'

export async function viewExchangeForAdmin(
  db: Db,
  exchangeId: string,
): Promise<NonNullable<AdminOrder['exchange']>> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('accounts as buyer', 'buyer.id', 'buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'seller_id')
    .select(['orders.id', 'book_title', 'orders.status', 'buyer_name', 'seller_name'])
    .select(['buyer.deleted_at as buyer_deleted_at', 'seller.deleted_at as seller_deleted_at'])
    .where('exchange_id', '=', exchangeId)
    .orderBy('orders.id')
    .execute()
  const { case: shown } = casesView(await findCases(db, [exchangeId]))
  return {
    _id: exchangeId,
    payments: await viewPayments(db, exchangeId),
    orders: orders.map((row) => ({
      _id: row.id,
      title: row.book_title,
      status: row.status,
      buyer: displayName('buyer', { name: row.buyer_name, deletedAt: row.buyer_deleted_at }),
      seller: displayName('seller', { name: row.seller_name, deletedAt: row.seller_deleted_at }),
    })),
    ...(shown && { case: shown }),
    can: shown && shown.closedAt === undefined ? ['settle'] : [],
  }
}

async function viewPayments(db: Db, exchangeId: string) {
  const members = new Map(
    (await findMembers(db, [exchangeId])).map((row) => [row.number, nameOf(row)]),
  )
  const payments = await db
    .selectFrom('exchange_payments')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .orderBy('number')
    .execute()
  return payments.map((row) => ({
    from: members.get(row.payer) ?? '',
    to: members.get(row.payee) ?? '',
    amount: toRupees(row.amount),
    paidAt: row.paid_at?.toISOString(),
    receivedAt: row.received_at?.toISOString(),
    backPaidAt: row.back_paid_at?.toISOString(),
    backReceivedAt: row.back_received_at?.toISOString(),
  }))
}
