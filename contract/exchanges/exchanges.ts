import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  Id,
  IsoDateTime,
  integer,
  Money,
  numberInput,
  pagingFields,
  singleLine,
} from '#contract/common/schemas.ts'
import { HandOverCode } from '#contract/orders/meetings.ts'
import { TrackingNumber } from '#contract/orders/shipments.ts'
import { ExchangeLeg } from './exchange-legs.ts'

const exchangeKinds = ['direct', 'ring'] as const
/**
 * A ring starts as `proposed`, and is `ended` if it fails before all members accept. `incomplete`
 * means that some books were received and the others were cancelled.
 */
const exchangeStatuses = [
  'proposed',
  'running',
  'completed',
  'incomplete',
  'cancelled',
  'ended',
] as const
/**
 * Why a ring ended: a member declined, a member didn't answer in time, or one of its copies or
 * wants is gone.
 */
const ringEnds = ['declined', 'lapsed', 'changed'] as const
export type RingEnd = (typeof ringEnds)[number]
const ringAnswers = ['accepted', 'declined'] as const
/**
 * Why admins have a case: a book didn't arrive within a week of the first hand-over, or its order
 * was cancelled.
 */
export const exchangeCaseReasons = ['missing', 'cancelled'] as const
export type ExchangeCaseReason = (typeof exchangeCaseReasons)[number]
/** `arrived` means that the book has arrived after all. */
export const exchangeOutcomes = ['settled', 'arrived'] as const

const Member = z.object({
  number: z.number(),
  name: z.string(),
  /** Only for the other members of a ring: the account that sells their book, until they leave. */
  account: Id.optional(),
  ratings: z.object({ average: z.number().optional(), count: z.number() }).optional(),
  answer: z.enum(ringAnswers).optional(),
  /** True if the member accepted first and declined later. */
  hasWithdrawn: z.boolean().optional(),
})

const exchangePaymentActions = ['say-paid', 'take-back', 'say-received'] as const
const Payment = z.object({
  number: z.number(),
  /** True for a repayment, which is due because the exchange was cancelled. */
  back: z.boolean(),
  from: z.number(),
  to: z.number(),
  amount: Money,
  paidAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
  /**
   * The number of a leg of the payer or the payee that was cancelled without the others, until an
   * admin has decided what is owed.
   */
  contestedBy: z.number().optional(),
  can: z.array(z.enum(exchangePaymentActions)),
  /** Only for the payer: how to pay by UPI. */
  upi: z
    .object({
      id: z.string(),
      name: z.string(),
      link: z.string(),
      agreedId: z.string().optional(),
    })
    .optional(),
})
export type ExchangePayment = z.output<typeof Payment>

const Case = z.object({
  reason: z.enum(exchangeCaseReasons),
  orderId: Id,
  openedAt: IsoDateTime,
  closedAt: IsoDateTime.optional(),
  note: z.string().optional(),
})

export const Exchange = z.object({
  _id: Id,
  kind: z.enum(exchangeKinds),
  status: z.enum(exchangeStatuses),
  createdAt: IsoDateTime,
  /**
   * The chat in which it was agreed, and the caller's side there. Only for the account that has the
   * chat.
   */
  chat: z.object({ _id: Id, side: z.enum(sides) }).optional(),
  /** The caller's number among the members. */
  me: z.number(),
  members: z.array(Member),
  legs: z.array(ExchangeLeg),
  payments: z.array(Payment),
  /** The case that admins look into: an open one, or else the newest. */
  case: Case.optional(),
  openCases: z.array(Case).optional(),
  /**
   * When and by which member the whole exchange was cancelled. Without `by`, an admin cancelled it.
   */
  cancelled: z
    .object({ at: IsoDateTime, by: z.number().optional(), reason: z.string().optional() })
    .optional(),
  ring: z
    .object({
      expiresAt: IsoDateTime,
      endedBecause: z.enum(ringEnds).optional(),
      /** Whether the caller gets their book by post, so that accepting needs an address. */
      needsAddress: z.boolean(),
    })
    .optional(),
  /**
   * `write` means that the caller may write to the other members of a ring. It is possible until
   * the ring is over and its payments are settled.
   */
  can: z.array(z.enum(['cancel', 'accept', 'decline', 'write'])),
})
export type Exchange = z.output<typeof Exchange>

export const ExchangeIdInput = z.object({ exchangeId: Id })
const LegInput = ExchangeIdInput.extend({ orderId: Id })
export const exchangeChanges = ['orders', 'books', 'chats', 'reports'] as const
const reads = ['orders', 'payments', 'profiles'] as const

export const listExchanges = endpoint({
  method: 'GET',
  path: '/exchanges',
  summary: 'Lists the exchanges of both the caller’s accounts, newest first.',
  access: sides,
  input: z.object({ ...pagingFields }),
  response: z.array(Exchange),
  paged: true,
  reads,
})

export const readExchange = endpoint({
  method: 'GET',
  path: '/exchanges/{exchangeId}',
  summary:
    'Returns one of the caller’s exchanges: who gives which book to whom, what was paid, and what the caller can do next.',
  access: sides,
  input: ExchangeIdInput,
  response: Exchange,
  reads,
})

export const cancelExchange = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/cancel',
  summary:
    'Cancels an exchange with all its orders. This is possible until the first book is sent or handed over.',
  access: sides,
  input: ExchangeIdInput,
  response: Exchange,
  changes: exchangeChanges,
})

export const enterExchangeCode = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/orders/{orderId}/hand-over',
  summary: 'The giver of a book enters the receiver’s code, as for any other order.',
  access: sides,
  input: LegInput.extend({
    code: HandOverCode,
    clientId: blankAsAbsent(z.uuid({ error: 'clientId is a UUID.' })),
  }),
  response: Exchange,
  changes: exchangeChanges,
})

const SentFields = z.object({
  courier: blankAsAbsent(singleLine('Courier', maxLength.courier)),
  trackingNumber: blankAsAbsent(TrackingNumber),
})
function checkSent(
  { courier, trackingNumber }: z.output<typeof SentFields>,
  context: z.core.$RefinementCtx,
): void {
  if (trackingNumber === undefined || courier !== undefined) return
  const message = 'Enter the courier of this tracking number.'
  context.addIssue({ code: 'custom', path: ['courier'], message })
}
export const SentForm = SentFields.superRefine(checkSent)

export const sendExchanged = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/orders/{orderId}/send',
  summary: 'The giver of a book marks it as sent, optionally with the courier.',
  access: sides,
  input: LegInput.extend(SentFields.shape).superRefine(checkSent),
  response: Exchange,
  changes: exchangeChanges,
})

export const receiveExchanged = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/orders/{orderId}/receive',
  summary: 'The receiver of a book confirms that it has arrived, which closes its order.',
  access: sides,
  input: LegInput,
  response: Exchange,
  changes: exchangeChanges,
})

const PaymentInput = ExchangeIdInput.extend({
  number: numberInput(integer('The number', 1, 99)),
  back: blankAsAbsent(booleanInput('back')),
})
const paymentChanges = ['payments', 'chats'] as const

export const sayExchangePaid = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/payments/{number}/paid',
  summary:
    'The payer reports the amount on top as paid. With `back`, the payee reports that it was paid back.',
  access: sides,
  input: PaymentInput,
  response: Exchange,
  changes: paymentChanges,
})

export const takeBackExchangePaid = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/payments/{number}/take-back',
  summary:
    'Takes back the caller’s report about a payment. This is possible until the other side has reported the same.',
  access: sides,
  input: PaymentInput,
  response: Exchange,
  changes: paymentChanges,
})

export const sayExchangeReceived = endpoint({
  method: 'PUT',
  path: '/exchanges/{exchangeId}/payments/{number}/received',
  summary:
    'The payee reports the amount on top as received. With `back`, the payer reports that it was received back.',
  access: sides,
  input: PaymentInput,
  response: Exchange,
  changes: paymentChanges,
})
