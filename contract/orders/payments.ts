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
  /** What the other side can confirm next: what is unconfirmed, else what is still to be paid. */
  toReceive: Money,
  can: z.array(z.enum(paymentActions)),
}

const PaymentLine = z.object({
  kind: z.enum(paymentKinds),
  payer: z.enum(sides),
  /** What is to be paid in all; what the payer says was paid, and the other received. */
  due: Money,
  paid: Money,
  received: Money,
  /** What a refund takes off the price: `due` is without it. */
  refund: Money.optional(),
  /** What of `due` is given back because these books of it were cancelled. */
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

/** Of a deal: of all its orders together. */
export const Ledger = z.object({
  lines: z.array(PaymentLine),
  /** What one press says: all that the viewer is to pay, or else what they have received. */
  all: z.object(amounts),
  /**
   * When the buyer pays what is still open: with the book in hand, by post as both agree, once what
   * was sent has arrived, when they have the book; or now, because they have it, or some of them.
   */
  payWhen: z
    .enum(['in-hand', 'by-post', 'on-its-way', 'with-the-book', 'partly-now', 'now'])
    .optional(),
  /** For the buyer of what is agreed, while something is to be paid. */
  upi: z
    .object({
      id: z.string(),
      name: z.string(),
      amount: Money,
      link: z.string(),
      /** The ID at the time of the agreement, if the seller has changed it since. */
      agreedId: z.string().optional(),
    })
    .optional(),
  /** For the seller: whether buyers can't be shown where to pay, because no UPI ID was given. */
  lacksUpi: z.boolean().optional(),
})
export type Ledger = z.output<typeof Ledger>

/** Where the payments of an order stand, of a deal for all its orders together. */
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
  /** What the caller saw as open; refused where something else is open by now. */
  amount: blankAsAbsent(numberInput(z.number({ error: 'The amount is a number of rupees.' }))),
  /**
   * Of 'received': what of it the caller saw that the payer says was paid, 0 where that was
   * nothing; refused where it is something else by now. A caller who leaves it out confirms nothing
   * that was taken back.
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
  summary: 'What is to be paid for an order, or for its deal, and what its people say was paid.',
  access: sides,
  input: OrderIdInput,
  response: Ledger,
  reads: ['orders', 'payments'],
})

export const sayPaid = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/payments/{kind}/paid',
  summary: 'Who is to pay says that it was paid.',
  access: sides,
  input: PaymentInput,
  response: Ledger,
  changes: ['payments', 'chats'],
})

export const takeBackPaid = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/payments/{kind}/take-back',
  summary:
    'Who said that it was paid takes it back, as long as the other side hasn’t confirmed it.',
  access: sides,
  input: PaymentInput,
  response: Ledger,
  changes: ['payments', 'chats'],
})

export const sayReceived = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/payments/{kind}/received',
  summary: 'Who is to be paid says that it was received.',
  access: sides,
  input: PaymentInput,
  response: Ledger,
  changes: ['payments', 'chats'],
})
