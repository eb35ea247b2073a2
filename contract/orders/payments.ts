import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, IsoDateTime, Money, numberInput } from '#contract/common/schemas.ts'

export const paymentKinds = [
  'price',
  'deposit',
  'late_fee',
  'deposit_back',
  'price_back',
  'late_fee_back',
] as const
export type PaymentKind = (typeof paymentKinds)[number]

export const paymentActions = ['say-paid', 'take-back', 'say-received'] as const
export type PaymentAction = (typeof paymentActions)[number]

const amounts = {
  toPay: Money,
  unconfirmed: Money,
  /**
   * The amount that the other side can confirm: what was reported but not confirmed yet or, if that
   * is 0, the open amount.
   */
  toReceive: Money,
  can: z.array(z.enum(paymentActions)),
}

const PaymentLine = z.object({
  kind: z.enum(paymentKinds),
  payer: z.enum(sides),
  /** The full amount, what the payer reported as paid, and what the other side confirmed. */
  due: Money,
  paid: Money,
  received: Money,
  /** The amount that a refund takes off the price. `due` is already reduced by it. */
  refund: Money.optional(),
  /** The part of `due` that is returned for this many cancelled books. */
  cancelled: z.object({ books: z.number(), amount: Money }).optional(),
  ...amounts,
  paidAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
  takenBackAt: IsoDateTime.optional(),
})
export type PaymentLine = z.output<typeof PaymentLine>

export const SaidPayment = z.object({
  orderId: Id,
  kind: z.enum(paymentKinds),
  paid: Money,
  received: Money,
  paidAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
  takenBackAt: IsoDateTime.optional(),
})

export const UpiPayee = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string(),
  /** The UPI ID when it was agreed to pay, if the payee has changed it since then. */
  agreedId: z.string().optional(),
})

/** The payments of an order, or of all orders of a deal together. */
export const Ledger = z.object({
  lines: z.array(PaymentLine),
  /**
   * What one click reports for all lines: everything left to pay or, if nothing is, everything that
   * was received.
   */
  all: z.object(amounts),
  /**
   * When the buyer pays the open amount:
   * - `in-hand`: when the book is handed over
   * - `by-post`: as both sides agree
   * - `on-its-way`: once the shipped book has arrived
   * - `with-the-book`: once the buyer has the book
   * - `partly-now`: now for the books that the buyer has, later for the others
   * - `now`: now, because the buyer has all books
   */
  payWhen: z
    .enum(['in-hand', 'by-post', 'on-its-way', 'with-the-book', 'partly-now', 'now'])
    .optional(),
  /** How to pay by UPI. Only for the buyer of an agreed order with something left to pay. */
  upi: UpiPayee.extend({ amount: Money }).optional(),
  /** For the seller: true if buyers can't see where to pay, because the seller gave no UPI ID. */
  lacksUpi: z.boolean().optional(),
})
export type Ledger = z.output<typeof Ledger>

export const OrderPayment = z.object({
  state: z.enum([
    'to-pay',
    'said-paid',
    'received',
    'to-give-back',
    'said-given-back',
    'given-back',
  ]),
  amount: Money,
})
export type OrderPayment = z.output<typeof OrderPayment>

const OrderIdInput = z.object({ orderId: Id })
const PaymentInput = OrderIdInput.extend({
  /** The open amount that the caller saw. The call is refused if it has changed. */
  amount: blankAsAbsent(numberInput(z.number({ error: 'The amount is a number of rupees.' }))),
  /**
   * With 'received': the unconfirmed amount that the caller saw, or 0. The call is refused if it
   * has changed. This prevents confirming a payment that the payer has just taken back.
   */
  unconfirmed: blankAsAbsent(
    numberInput(z.number({ error: 'What is unconfirmed is a number of rupees.' })),
  ),
  kind: z.enum([...paymentKinds, 'all'], {
    error:
      'The payment is price, deposit, late_fee, deposit_back, price_back, late_fee_back or all.',
  }),
})

export const readLedger = endpoint({
  method: 'GET',
  path: '/orders/{orderId}/payments',
  summary:
    'Returns what is due for an order, or for its whole deal, and what both sides say was paid.',
  access: sides,
  input: OrderIdInput,
  response: Ledger,
  reads: ['orders', 'payments'],
})

const write = {
  method: 'PUT',
  access: sides,
  input: PaymentInput,
  response: Ledger,
  changes: ['payments', 'chats'],
} as const

export const sayPaid = endpoint({
  ...write,
  path: '/orders/{orderId}/payments/{kind}/paid',
  summary: 'The side that has to pay reports the payment as paid.',
})

export const takeBackPaid = endpoint({
  ...write,
  path: '/orders/{orderId}/payments/{kind}/take-back',
  summary:
    'The side that reported a payment as paid takes this back. This is possible until the other side has confirmed it.',
})

export const sayReceived = endpoint({
  ...write,
  path: '/orders/{orderId}/payments/{kind}/received',
  summary: 'The side that is to be paid reports the payment as received.',
})
