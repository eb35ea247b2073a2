// What is to be paid for an order, by whom and when.
import type { Side } from '#contract/common/endpoint.ts'
import type { PaymentKind } from '#contract/orders/payments.ts'

const dayMs = 86_400_000

export const payerOf: Record<PaymentKind, Side> = {
  price: 'buyer',
  deposit: 'buyer',
  late_fee: 'buyer',
  deposit_back: 'seller',
}

/** Amounts in paise; `rent_end` and `returned_on` are dates in India. */
export type PayableOrder = {
  isAgreed: boolean
  isCancelled: boolean
  price: number
  deposit: number | null
  /** Of the deposit, what either side says was paid. */
  deposit_paid: number
  late_fee: number | null
  /** What a lost copy costs: the late fee never comes to more. */
  loss_price: number | null
  rent_end: string | null
  returned_on: string | null
  /** Whether the buyer has the rented copy. */
  isRentedOut: boolean
}

/** Days after the last of a rent on which its book was not back; 0 for a purchase. */
export function lateDays(
  { rent_end, returned_on, isRentedOut }: PayableOrder,
  today: string,
): number {
  const until = isRentedOut ? today : returned_on
  if (rent_end === null || until === null) return 0
  return Math.max(0, Math.round((Date.parse(until) - Date.parse(rent_end)) / dayMs))
}

/** Paise to be paid in all; nothing before both sides agreed, and nothing once it is cancelled. */
export function duePayments(order: PayableOrder, today: string): Record<PaymentKind, number> {
  const isDue = order.isAgreed && !order.isCancelled
  const deposit = isDue ? (order.deposit ?? 0) : 0
  return {
    price: isDue ? order.price : 0,
    deposit,
    late_fee: isDue
      ? Math.min((order.late_fee ?? 0) * lateDays(order, today), order.loss_price ?? 0)
      : 0,
    // Also where the order was cancelled after it: what was paid is owed.
    deposit_back:
      order.returned_on !== null
        ? Math.max(deposit, order.deposit_paid)
        : order.isCancelled
          ? order.deposit_paid
          : 0,
  }
}

/** A link that opens a UPI app with the payee and the amount: https://www.npci.org.in/ (deep linking). */
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
