import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { OrdersTable } from '#server/platform/database/tables.ts'

const maxNameLength = 30

/** Apps show the name that the bank knows; some refuse a link with other letters than these. */
function payeeName(name: string): string {
  const latin = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9 .-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameLength)
    .trim()
  return /[a-zA-Z]{2}/.test(latin) ? latin : 'Dobara seller'
}

/**
 * A link that opens a UPI app with the payee and the amount: https://www.npci.org.in/ (deep
 * linking). Short, so that its QR code is coarse enough to scan.
 */
export function upiLink(payment: {
  id: string
  name: string
  amount: number
  note: string
}): string {
  const texts = [
    ['pn', payeeName(payment.name)],
    ['am', (payment.amount / 100).toFixed(2)],
    ['cu', 'INR'],
    ['tn', payment.note],
  ]
  const rest = texts.map(([name, text = '']) => `${name}=${encodeURIComponent(text)}`)
  // Not every app reads '%40' as the '@' of an ID, which has no other sign to encode.
  return `upi://pay?pa=${payment.id}&${rest.join('&')}`
}

/** Where a seller is paid now, to be kept with an order that is agreed to. */
export const upiIdOf = (db: Db, sellerId: string) =>
  db.selectFrom('accounts').select('upi_id').where('id', '=', sellerId)

export const withUpiId = (db: Db, order: Insertable<OrdersTable>) =>
  order.confirmed_at ? { ...order, upi_id: upiIdOf(db, order.seller_id) } : order
