import type { Role, Side } from '#contract/common/endpoint.ts'
import { type OrderPayment, type PaymentKind, paymentKinds } from '#contract/orders/payments.ts'

const dayMs = 86_400_000

export const payerOf: Record<PaymentKind, Side> = {
  price: 'buyer',
  deposit: 'buyer',
  late_fee: 'buyer',
  deposit_back: 'seller',
  price_back: 'seller',
  late_fee_back: 'seller',
}

/** The amounts that the payer reported as paid and the payee as received, in paise. */
type Reported = { paid: number; received: number }

/** Amounts are in paise, `rent_end` and `returned_on` are dates in India. */
export type PayableOrder = {
  isAgreed: boolean
  isCancelled: boolean
  price: number
  refund: number | null
  deposit: number | null
  late_fee: number | null
  /** The price of a lost copy, which limits the late fee. */
  loss_price: number | null
  rent_end: string | null
  returned_on: string | null
  isRentedOut: boolean
  /** If nothing was reported as paid before the book was received, the buyer isn't asked to pay. */
  isReceived?: boolean
  /** The buyer isn't asked to pay until the problem is solved. */
  hasOpenProblem?: boolean
  reported: Partial<Record<PaymentKind, Reported>>
}

/**
 * `earlier` is the part that was already paid once and then paid back. It is left out of the totals
 * that people see.
 */
export type Amounts = Reported & { due: number; earlier: number }

function lateDays({ rent_end, returned_on, isRentedOut }: PayableOrder, today: string): number {
  const until = isRentedOut ? today : returned_on
  if (rent_end === null || until === null) return 0
  return Math.max(0, Math.round((Date.parse(until) - Date.parse(rent_end)) / dayMs))
}

const nothing: Reported = { paid: 0, received: 0 }

export const refundOf = ({ price, refund }: Pick<PayableOrder, 'price' | 'refund'>): number =>
  Math.min(price, refund ?? 0)

export const refundOfAll = (orders: readonly PayableOrder[]): number =>
  sumOf(orders.filter(isPriceDue), refundOf)

const isPriceDue = ({ isAgreed, isCancelled }: PayableOrder): boolean => isAgreed && !isCancelled

const knownOf = ({ paid, received }: Reported): number => Math.max(paid, received)

/**
 * Returns what is due for an order and what was reported as paid and received. No price is due
 * until both sides have agreed, or after the order is cancelled.
 */
export function amountsOf(order: PayableOrder, today: string): Record<PaymentKind, Amounts> {
  const isDue = isPriceDue(order)
  const { price, price_back, late_fee, late_fee_back } = order.reported
  const lateFee = Math.min((order.late_fee ?? 0) * lateDays(order, today), order.loss_price ?? 0)
  const ofPrice = withBack(price, price_back, isDue ? order.price - refundOf(order) : undefined)
  const ofLateFee = withBack(late_fee, late_fee_back, isDue ? lateFee : undefined)
  return {
    price: ofPrice.sum,
    price_back: ofPrice.back,
    late_fee: ofLateFee.sum,
    late_fee_back: ofLateFee.back,
    ...depositOf(order, isDue),
  }
}

/** A person who says that they gave money back must have received it. */
const keptOf = (reported: Reported, back: Reported): Reported => ({
  ...reported,
  received: Math.max(reported.received, knownOf(back)),
})

/**
 * Everything that was paid above `due` is owed back. If it was paid back and `due` rises again, it
 * is due again. `due` is in paise, and undefined if the order is cancelled or not agreed to.
 */
function withBack(
  reported: Reported = nothing,
  back: Reported = nothing,
  due: number | undefined,
): Record<'sum' | 'back', Amounts> {
  const kept = keptOf(reported, back)
  const owed = Math.max(0, knownOf(kept) - (due ?? 0), back.received)
  return {
    sum:
      due === undefined
        ? { ...kept, due: 0, earlier: 0 }
        : { ...kept, due: due + back.received, earlier: back.received },
    back: { ...back, due: owed, earlier: 0 },
  }
}

/**
 * A paid deposit is owed back when the book is returned or the order is cancelled. If the buyer got
 * the deposit back and the order is then reopened, it is due again.
 */
function depositOf(
  order: PayableOrder,
  isDue: boolean,
): Record<'deposit' | 'deposit_back', Amounts> {
  const { deposit = nothing, deposit_back: back = nothing } = order.reported
  const kept = keptOf(deposit, back)
  const hasDeposit = knownOf(kept)
  const isBack = order.returned_on !== null
  const isRunning = !isBack && !order.isCancelled
  const agreed = order.deposit ?? 0
  const earlier = isRunning ? back.received : Math.max(0, hasDeposit - agreed)
  const dueDeposit = isBack ? hasDeposit : agreed + earlier
  return {
    deposit: { ...kept, due: isDue ? dueDeposit : 0, earlier },
    deposit_back: { ...back, due: isBack || order.isCancelled ? hasDeposit : 0, earlier },
  }
}

/** The amount that nobody has reported as paid or received. */
export const openOf = ({ due, paid, received }: Amounts): number =>
  Math.max(0, due - knownOf({ paid, received }))

export const unconfirmedOf = ({ paid, received }: Reported): number => Math.max(0, paid - received)

const sumOf = <T>(rows: readonly T[], amountOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0)

/** Adds up several payments. `toReceive` is the amount that the payee can confirm next. */
export function totalOf(rows: readonly Amounts[]) {
  const toPay = sumOf(rows, openOf)
  const unconfirmed = sumOf(rows, unconfirmedOf)
  const shown = (sum: 'due' | 'paid' | 'received') =>
    sumOf(rows, (row) => Math.max(0, row[sum] - row.earlier))
  return {
    due: shown('due'),
    paid: shown('paid'),
    received: shown('received'),
    toPay,
    unconfirmed,
    toReceive: unconfirmed > 0 ? unconfirmed : toPay,
  }
}

/**
 * Whether the payer is still asked for a payment. Buyers aren't asked during an open problem or for
 * a received book if nothing was reported as paid, except for a late fee.
 */
export const isAsked = (
  { hasOpenProblem, isReceived, reported }: PayableOrder,
  kind: PaymentKind,
) =>
  payerOf[kind] === 'seller' ||
  !(hasOpenProblem || (isReceived && kind !== 'late_fee' && !reported[kind]))

/** Like `amountsOf`, but `due` leaves out what nobody is asked for. */
function askedAmountsOf(order: PayableOrder, today: string): Record<PaymentKind, Amounts> {
  const amounts = amountsOf(order, today)
  for (const kind of paymentKinds.filter((kind) => !isAsked(order, kind)))
    amounts[kind] = { ...amounts[kind], due: Math.min(amounts[kind].due, knownOf(amounts[kind])) }
  return amounts
}

const backOf = (row: Record<PaymentKind, Amounts>): Amounts[] => [
  row.deposit_back,
  row.price_back,
  row.late_fee_back,
]

/**
 * Returns the overall state of several orders' payments, with an amount in paise; undefined if
 * there are none. Sellers see first what they can confirm.
 */
export function paymentState(
  orders: readonly PayableOrder[],
  role: Role,
  today: string,
): OrderPayment | undefined {
  const rows = orders.map((order) => askedAmountsOf(order, today))
  const ofPayer = (payer: Side) =>
    totalOf(
      paymentKinds
        .filter((kind) => payerOf[kind] === payer)
        .flatMap((kind) => rows.map((row) => row[kind])),
    )
  const [buyer, seller] = [ofPayer('buyer'), ofPayer('seller')]
  const isForBuyer = role !== 'seller' || buyer.unconfirmed === 0
  if (buyer.toPay > 0 && isForBuyer) return { state: 'to-pay', amount: buyer.toPay }
  if (buyer.unconfirmed > 0) return { state: 'said-paid', amount: buyer.unconfirmed }
  if (seller.toPay > 0) return { state: 'to-give-back', amount: seller.toPay }
  if (seller.unconfirmed > 0) return { state: 'said-given-back', amount: seller.unconfirmed }
  const given = totalOf(
    rows.flatMap((row, place) => (orders[place]?.isCancelled ? backOf(row) : [])),
  )
  const kept = buyer.received - given.received
  if (kept > 0) return { state: 'received', amount: kept }
  return seller.received > 0 ? { state: 'given-back', amount: seller.received } : undefined
}
