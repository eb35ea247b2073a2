import { z } from 'zod'
import { Book, LinkedSeller } from '#contract/books/books.ts'
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
import { TrackingNumber } from '#contract/orders/hand-over.ts'
import { HandOverCode } from '#contract/orders/meetings.ts'
import { contactFields } from '#contract/orders/offers.ts'
import { UpiPayee } from '#contract/orders/payments.ts'
import { ExchangeLeg } from './exchange-legs.ts'

const exchangeKinds = ['direct', 'ring'] as const
/**
 * Only a ring can be `proposed` or `ended`. `incomplete`: some books arrived, the others were
 * cancelled.
 */
const exchangeStatuses = [
  'proposed',
  'running',
  'completed',
  'incomplete',
  'cancelled',
  'ended',
] as const
/** Why a ring ended: a member declined, a member didn't answer, or a copy or want has changed. */
const ringEnds = ['declined', 'lapsed', 'changed'] as const
export type RingEnd = (typeof ringEnds)[number]
const ringAnswers = ['accepted', 'declined'] as const
/**
 * Why a case was opened. `missing`: another book was delivered a week ago and this one wasn't, or
 * another one was sent a week ago and this one wasn't. `cancelled`: only this book was cancelled,
 * although another one was already sent.
 */
export const exchangeCaseReasons = ['missing', 'cancelled'] as const
export type ExchangeCaseReason = (typeof exchangeCaseReasons)[number]
/** `arrived`: the book arrived late. */
export const exchangeOutcomes = ['settled', 'arrived'] as const

const Member = z.object({
  number: z.number(),
  name: z.string(),
  shopName: z.string().optional(),
  /** For other members of a ring: the account that sells their book. */
  account: Id.optional(),
  hasPage: LinkedSeller.shape.hasPage,
  ratings: Book.shape.ratings.optional(),
  answer: z.enum(ringAnswers).optional(),
  /** True if the member accepted first and declined later. */
  hasWithdrawn: z.boolean().optional(),
})

const exchangePaymentActions = ['say-paid', 'take-back', 'say-received'] as const
const Payment = z.object({
  number: z.number(),
  /** Whether the payment returns money because the exchange was cancelled. */
  back: z.boolean(),
  from: z.number(),
  to: z.number(),
  amount: Money,
  paidAt: IsoDateTime.optional(),
  receivedAt: IsoDateTime.optional(),
  /**
   * The number of a cancelled leg of the payer or the payee. While it is set, an admin has to
   * decide what is owed.
   */
  contestedBy: z.number().optional(),
  can: z.array(z.enum(exchangePaymentActions)),
  /** Where to pay. Only for the payer. */
  upi: UpiPayee.optional(),
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
  /** The chat in which the exchange was agreed on, and the caller's side in it. */
  chat: z.object({ _id: Id, side: z.enum(sides) }).optional(),
  /** The caller's number among the members. */
  me: z.number(),
  members: z.array(Member),
  legs: z.array(ExchangeLeg),
  payments: z.array(Payment),
  /** The newest open case or, if none is open, the newest case. */
  case: Case.optional(),
  openCases: z.array(Case).optional(),
  /** How the whole exchange was cancelled. If `by` is missing, an admin cancelled it. */
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
  /** `write`: the caller may write in the chat of the ring. */
  can: z.array(z.enum(['cancel', 'accept', 'decline', 'write'])),
})
export type Exchange = z.output<typeof Exchange>

export const ExchangeIdInput = z.object({ exchangeId: Id })
const LegInput = ExchangeIdInput.extend({ orderId: Id })
const exchangeChanges = ['orders', 'books', 'chats', 'reports'] as const
const reads = ['orders', 'payments', 'profiles'] as const

const write = {
  method: 'PUT',
  access: sides,
  ownerOnly: true,
  response: Exchange,
  changes: exchangeChanges,
} as const

export const listExchanges = endpoint({
  method: 'GET',
  path: '/exchanges',
  summary: 'Lists the exchanges of both the caller’s accounts, newest first.',
  access: sides,
  ownerOnly: true,
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
  ownerOnly: true,
  input: ExchangeIdInput,
  response: Exchange,
  reads,
})

export const cancelExchange = endpoint({
  ...write,
  path: '/exchanges/{exchangeId}/cancel',
  summary:
    'Cancels an exchange with all its orders. This is possible until the first book is sent or handed over.',
  input: ExchangeIdInput,
})

export const acceptRing = endpoint({
  ...write,
  path: '/exchanges/{exchangeId}/accept',
  summary:
    'Accepts a ring, which reserves the caller’s copy for it. The last member to accept creates all orders. Members who get a book by post must give an address and phone number. A ring that has become impossible ends instead.',
  input: ExchangeIdInput.extend(contactFields),
  changes: [...exchangeChanges, 'addresses'],
})

export const declineRing = endpoint({
  ...write,
  path: '/exchanges/{exchangeId}/decline',
  summary:
    'Declines a ring, which ends it and frees its copies. Members who have accepted can still decline until all have accepted. The market then looks for other rings for the members.',
  input: ExchangeIdInput,
})

export const enterExchangeCode = endpoint({
  ...write,
  path: '/exchanges/{exchangeId}/orders/{orderId}/hand-over',
  summary: 'The giver of a book enters the receiver’s code, as for any other order.',
  input: LegInput.extend({ code: HandOverCode }),
  acceptsIdempotencyKey: true,
})

export const sendExchanged = endpoint({
  ...write,
  path: '/exchanges/{exchangeId}/orders/{orderId}/send',
  summary: 'The giver of a book marks it as sent, optionally with the courier.',
  input: LegInput.extend({
    courier: blankAsAbsent(singleLine('Courier', maxLength.courier)),
    trackingNumber: blankAsAbsent(TrackingNumber),
  }).refine(
    ({ courier, trackingNumber }) => trackingNumber === undefined || courier !== undefined,
    {
      path: ['courier'],
      error: 'Enter the courier of this tracking number.',
    },
  ),
})

export const receiveExchanged = endpoint({
  ...write,
  path: '/exchanges/{exchangeId}/orders/{orderId}/receive',
  summary: 'The receiver of a book confirms that it has arrived, which closes its order.',
  input: LegInput,
})

const PaymentInput = ExchangeIdInput.extend({
  number: numberInput(integer('The number', 1, 99)),
  back: blankAsAbsent(booleanInput('back')),
})
const paymentWrite = {
  method: 'PUT',
  access: sides,
  ownerOnly: true,
  input: PaymentInput,
  response: Exchange,
  changes: ['payments', 'chats'],
} as const

export const sayExchangePaid = endpoint({
  ...paymentWrite,
  path: '/exchanges/{exchangeId}/payments/{number}/paid',
  summary:
    'The payer reports the amount on top as paid. With `back`, the payee reports that it was paid back.',
})

export const takeBackExchangePaid = endpoint({
  ...paymentWrite,
  path: '/exchanges/{exchangeId}/payments/{number}/take-back',
  summary:
    'Takes back the caller’s report about a payment. This is possible until the other side has reported the same.',
})

export const sayExchangeReceived = endpoint({
  ...paymentWrite,
  path: '/exchanges/{exchangeId}/payments/{number}/received',
  summary:
    'The payee reports the amount on top as received. With `back`, the payer reports that it was received back.',
})
