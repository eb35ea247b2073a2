import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { photoLimits } from '#contract/common/photos.ts'
import { blankAsAbsent, Id, IsoDateTime, Money, numberInput } from '#contract/common/schemas.ts'
import { Order } from './orders.ts'
import {
  BuyerOutcomeInput,
  maxProblemPhotos,
  outcomes,
  ProblemReasonInput,
  ProblemText,
  ProposalInput,
  problemReasons,
  proposals,
  RefundInput,
  ReportText,
  requireRefund,
} from './problem-form.ts'

export const ProblemMessage = z.object({
  _id: Id,
  by: z.enum(['Buyer', 'Seller']),
  /** Missing if the message is the seller's proposal. */
  text: z.string().optional(),
  proposal: z.enum(proposals).optional(),
  refund: Money.optional(),
  /** URLs that need the same login as the API. */
  photos: z.array(z.string()),
  at: IsoDateTime,
})
export type ProblemMessage = z.output<typeof ProblemMessage>

export const Problem = z.object({
  _id: Id,
  orderId: Id,
  reason: z.enum(problemReasons),
  openedAt: IsoDateTime,
  /** The seller's last proposal. `refund` is the proposed amount, at most `maxRefund`. */
  proposal: z.enum(proposals).optional(),
  refund: Money.optional(),
  maxRefund: Money,
  solved: z
    .object({
      outcome: z.enum(outcomes),
      by: z.enum(['Buyer', 'Admin']),
      at: IsoDateTime,
      reason: z.string().optional(),
    })
    .optional(),
  messages: z.array(ProblemMessage),
  can: z.array(z.enum(['write', 'propose', 'solve', 'settle'])),
})
export type Problem = z.output<typeof Problem>

const OrderProblems = z.object({
  order: Order,
  /** Newest first. */
  problems: z.array(Problem),
  reasons: z.array(z.enum(problemReasons)),
})
export type OrderProblems = z.output<typeof OrderProblems>

const files = {
  fields: ['photos'],
  maxCount: maxProblemPhotos,
  maxBytes: photoLimits.bytes,
  tooMany: 'too_many_photos',
} as const
const changes = ['orders', 'chats'] as const

export const readOrderProblems = endpoint({
  method: 'GET',
  path: '/orders/{orderId}/problem',
  summary: 'Returns one of the caller’s orders with its problems, newest first.',
  access: sides,
  input: z.object({ orderId: Id }),
  response: OrderProblems,
  reads: ['orders', 'payments'],
})

export const reportProblem = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/problem',
  summary:
    'The buyer reports a problem with an order, which keeps the order open. This is possible for seven days after the delivery, and from ten days after shipping if the book hasn’t arrived.',
  access: ['buyer'],
  input: z.object({ orderId: Id, reason: ProblemReasonInput, text: ReportText }),
  response: OrderProblems,
  files,
  status: 201,
  creates: true,
  changes,
})

export const addProblemMessage = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/problem/messages',
  summary: `Adds a text, with up to ${maxProblemPhotos} photos, to the open problem of an order.`,
  access: sides,
  input: z.object({ orderId: Id, text: ProblemText }),
  response: OrderProblems,
  files,
  status: 201,
  creates: true,
  changes,
})

export const proposeSolution = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/problem/proposal',
  summary:
    'The seller proposes how to solve the open problem, replacing any earlier proposal. The buyer decides.',
  access: ['seller'],
  input: z
    .object({ orderId: Id, proposal: ProposalInput, refund: RefundInput })
    .superRefine(requireRefund),
  response: OrderProblems,
  changes,
})

export const solveProblem = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/problem/solve',
  summary: 'The buyer closes the open problem by saying how it was solved, or by withdrawing it.',
  access: ['buyer'],
  input: z.object({
    orderId: Id,
    outcome: BuyerOutcomeInput,
    /**
     * The proposal that the caller saw, with its refund. The call is refused if the proposal has
     * changed. A refund or a return can only be accepted as it was proposed.
     */
    proposal: blankAsAbsent(ProposalInput),
    refund: blankAsAbsent(numberInput(z.number({ error: 'The refund is a number of rupees.' }))),
  }),
  response: OrderProblems,
  changes,
})
