import type { Role, Side } from '#contract/common/endpoint.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import type { Ledger, PaymentAction, PaymentKind, PaymentLine } from '#contract/orders/payments.ts'
import { countBooks } from '#web/features/orders/deals/group-orders.ts'
import { formatRupees } from '#web/format.ts'
import { formatDate } from '#web/time.tsx'

export const kindLabels: Record<PaymentKind, string> = {
  price: 'Price',
  deposit: 'Deposit',
  late_fee: 'Late fee',
  deposit_back: 'Deposit back to the buyer',
  price_back: 'Price back to the buyer',
  late_fee_back: 'Late fee back to the buyer',
}

/** Returns a text such as '₹400 − ₹150 refund'. */
export const refundText = (price: number, refund = 0): string =>
  formatRupees(price) + (refund > 0 ? ` − ${formatRupees(refund)} refund` : '')

/** Returns 'both books', 'all 3 books', or 'the 3 books' if others were cancelled. */
export function dealBooksText(deal: Order['deal']): string {
  const books = countBooks(deal)
  if (books === 2) return 'both books'
  return `${books < (deal?.orders ?? books) ? 'the' : 'all'} ${books} books`
}

/** Returns a text such as 'for all 3 books' or 'of order A1B2C3'. */
export const paymentSubject = ({ _id, deal }: Pick<Order, '_id' | 'deal'>): string =>
  countBooks(deal) > 1 ? `for ${dealBooksText(deal)}` : `of order ${shortOrderId(_id)}`

type Payment = NonNullable<Order['payment']>
const stateTexts: Record<Payment['state'], (amount: string, side: Side) => string> = {
  'to-pay': (amount, side) => `${amount} to ${side === 'seller' ? 'receive' : 'pay'}`,
  'said-paid': (amount) => `${amount} not confirmed`,
  received: (amount) => `${amount} received`,
  'to-give-back': (amount, side) => `${amount} ${side === 'seller' ? 'to give back' : 'due back'}`,
  'said-given-back': (amount) => `${amount} not confirmed`,
  'given-back': (amount) => `${amount} given back`,
}

/**
 * Returns a text such as '₹240 to pay', or undefined for a state that only a newer server has.
 */
export const paymentText = ({ state, amount }: Payment, side: Side): string | undefined =>
  stateTexts[state]?.(formatRupees(amount), side)

/** `amount` is in rupees. */
export function actionText(action: PaymentAction, side: Side, amount: number): string {
  const rupees = formatRupees(amount)
  const texts: Record<Side, Record<PaymentAction, string>> = {
    buyer: {
      'say-paid': `I have paid ${rupees}`,
      'take-back': `I haven’t paid ${rupees} yet`,
      'say-received': `I got ${rupees} back`,
    },
    seller: {
      'say-paid': `I have given back ${rupees}`,
      'take-back': `I haven’t given back ${rupees} yet`,
      'say-received': `I have received ${rupees}`,
    },
  }
  return texts[side][action]
}

export function statusText(line: PaymentLine, viewer: Role): string {
  const { due, paid, received, toPay, unconfirmed, paidAt, receivedAt, takenBackAt } = line
  const verb = line.payer === 'seller' ? 'given back' : 'paid'
  const payer = line.payer === viewer ? 'You' : line.payer === 'buyer' ? 'The buyer' : 'The seller'
  const payee = line.payer === 'buyer' ? 'seller' : 'buyer'
  const known = Math.max(paid, received)
  const parts: string[] = []
  if (received > 0)
    parts.push(
      received !== due
        ? `${formatRupees(received)} received.`
        : receivedAt
          ? `Received on ${formatDate(receivedAt)}.`
          : 'Received.',
    )
  if (unconfirmed > 0 && paidAt)
    parts.push(
      `${payer} marked ${formatRupees(unconfirmed)} as ${verb} on ${formatDate(paidAt)}. Waiting for ${payee === viewer ? 'you' : `the ${payee}`}.`,
    )
  if (toPay > 0)
    parts.push(known > 0 ? `${formatRupees(toPay)} not ${verb} yet.` : `Not ${verb} yet.`)
  if (takenBackAt && unconfirmed === 0 && toPay > 0)
    parts.push(`${payer} withdrew this on ${formatDate(takenBackAt)}.`)
  // If the buyer paid too much, another line shows what is owed back.
  if (known > due && line.payer === 'seller')
    parts.push(
      `${formatRupees(known - due)} more than is due now: agree in the chat on giving it back.`,
    )
  return parts.join(' ')
}

/**
 * Returns a text such as 'That was paid for the cancelled book.' or '₹317 of it was paid for the 2
 * cancelled books.'
 */
export function cancelledText(
  { books, amount }: NonNullable<PaymentLine['cancelled']>,
  due: number,
) {
  const part = amount === due ? 'That' : `${formatRupees(amount)} of it`
  return `${part} was paid for the ${books > 1 ? `${books} cancelled books` : 'cancelled book'}.`
}

type PayWhen = NonNullable<Ledger['payWhen']>
const payWhenTexts: Record<PayWhen, string> = {
  'in-hand': 'Payment is due when the buyer gets the order. Nothing is due before.',
  'by-post':
    'Nothing is due yet. Agree in the chat on when to pay: before the order is sent, it is an advance.',
  'on-its-way': 'Payment is due when the order has arrived, unless you agreed otherwise.',
  'with-the-book': 'Payment is due when the buyer gets the order, unless you agreed otherwise.',
  'partly-now':
    'The books that the buyer has are due now. For the others nothing is due before the buyer has them.',
  now: 'The order was handed over: payment is due now.',
}

/** Says when to pay. If only a newer server knows the time, the text is the most general one. */
export const payWhenText = (when: PayWhen): string =>
  payWhenTexts[when] ?? payWhenTexts['with-the-book']
