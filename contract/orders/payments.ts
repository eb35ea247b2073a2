// What the people of an order say about its payments. The market itself moves no money.
import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, IsoDateTime, Money, numberInput } from '#contract/common/schemas.ts'

export const paymentKinds = ['price', 'deposit', 'late_fee', 'deposit_back'] as const
export type PaymentKind = (typeof paymentKinds)[number]

const PaymentLine = z.object({
  kind: z.enum(paymentKinds),
  payer: z.enum(sides),
  /** What is to be paid in all; what the payer says was paid, and the other received. */
  due: Money,
  paid: Money,
  received: Money,
  /** What is still to be said as paid, and as received. */
  toPay: Money,
  toReceive: Money,
  paidAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
  can: z.array(z.enum(['say-paid', 'say-received'])),
})
export type PaymentLine = z.output<typeof PaymentLine>

/** What the two people of an order said, as an export has it. */
export const SaidPayment = z.object({
  orderId: Id,
  kind: z.enum(paymentKinds),
  paid: Money,
  received: Money,
  paidAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
})

/** Of a deal: of all its orders together. */
export const Ledger = z.object({
  lines: z.array(PaymentLine),
  /** For the buyer of what is agreed, while something is to be paid. */
  upi: z.object({ id: z.string(), name: z.string(), amount: Money, link: z.string() }).optional(),
})
export type Ledger = z.output<typeof Ledger>

const OrderIdInput = z.object({ orderId: Id })
const PaymentInput = OrderIdInput.extend({
  /** What the caller saw as open; refused where something else is open by now. */
  amount: blankAsAbsent(numberInput(z.number({ error: 'The amount is a number of rupees.' }))),
  kind: z.enum(paymentKinds, { error: 'The payment is price, deposit, late_fee or deposit_back.' }),
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

export const sayReceived = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/payments/{kind}/received',
  summary: 'Who is to be paid says that it was received.',
  access: sides,
  input: PaymentInput,
  response: Ledger,
  changes: ['payments', 'chats'],
})
