import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { OrdersTable } from '#server/platform/database/tables.ts'

/**
 * A link that opens a UPI app with the payee and the amount: https://www.npci.org.in/ (deep
 * linking).
 */
export function upiLink(payment: {
  id: string
  name: string
  amount: number
  note: string
}): string {
  const params = new URLSearchParams({
    pa: payment.id,
    pn: payment.name,
    am: (payment.amount / 100).toFixed(2),
    cu: 'INR',
    tn: payment.note,
  })
  // UPI apps read a plus as a plus.
  return `upi://pay?${params.toString().replaceAll('+', '%20')}`
}

/** Where a seller is paid now, to be kept with an order that is agreed to. */
export const upiIdOf = (db: Db, sellerId: string) =>
  db.selectFrom('accounts').select('upi_id').where('id', '=', sellerId)

export const withUpiId = (db: Db, order: Insertable<OrdersTable>) =>
  order.confirmed_at ? { ...order, upi_id: upiIdOf(db, order.seller_id) } : order
