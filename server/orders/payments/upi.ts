import type { Insertable } from 'kysely'
import type { OrdersTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'

const maxNameLength = 30

/**
 * Returns a seller's name in Latin letters, because some UPI apps reject links with other letters.
 * The apps show the name from the bank anyway.
 */
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
 * Returns a link that opens a UPI app with payee and amount (NPCI's deep linking specification).
 * The link is short, because dense QR codes are hard to scan.
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
  // Some apps don't decode '%40'. The id has no other special character.
  return `upi://pay?pa=${payment.id}&${rest.join('&')}`
}

/**
 * The UPI ID to store with an agreed order: the one already stored or, if there is none, the
 * seller's current one.
 */
export const agreedUpiId = (
  db: Db,
  order: Pick<Insertable<OrdersTable>, 'seller_id' | 'upi_id'>,
) =>
  order.upi_id
    ? {}
    : { upi_id: db.selectFrom('accounts').select('upi_id').where('id', '=', order.seller_id) }
