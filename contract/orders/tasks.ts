import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, IsoDateTime, Money } from '#contract/common/schemas.ts'
import { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { countsOf, type OrderTab } from './order-tabs.ts'
import { problemReasons } from './problem-form.ts'

/** The tabs with orders that wait for their seller. */
export const sellerTasks = [
  'to-pack',
  'to-hand-over',
  'rents-due',
  'problems',
] as const satisfies readonly OrderTab[]

/**
 * The numbers of a seller's tasks: orders in the tabs with these names, and chats that the filters
 * with these names find.
 */
const SellerCounts = z.object({
  ...countsOf(sellerTasks),
  unanswered: z.number(),
  offers: z.number(),
})
export type SellerCounts = z.output<typeof SellerCounts>

export const SellerTasks = z.object({
  counts: SellerCounts,
  /** Open problems that the seller must answer, newest first. */
  problems: z.array(
    z.object({
      orderId: Id,
      title: z.string(),
      buyer: z.string(),
      reason: z.enum(problemReasons),
      openedAt: IsoDateTime,
    }),
  ),
  /** Offers that the seller hasn't answered, soonest to expire first. */
  offers: z.array(
    z.object({
      chatId: Id,
      title: z.string(),
      /** Number of copies of all books of the offer. */
      copies: z.number(),
      buyer: z.string(),
      total: Money,
      isExchange: z.boolean(),
      expiresAt: IsoDateTime,
    }),
  ),
})
export type SellerTasks = z.output<typeof SellerTasks>

/** The lists of orders in which the buyer has a task. An order can be in several lists. */
export const buyerTasks = ['to-confirm', 'choose-time', 'to-return', 'problems'] as const
export type BuyerTask = (typeof buyerTasks)[number]

export const BuyerTaskFilter = z.object({
  task: blankAsAbsent(z.enum(buyerTasks, { error: `task is one of ${buyerTasks.join(', ')}.` })),
})

export const BuyerTasks = z.object({
  ...countsOf(buyerTasks),
  /** Chats with a seller's offer that the buyer can answer. */
  offers: z.number(),
  ring: WaitingRing.optional(),
})
export type BuyerTasks = z.output<typeof BuyerTasks>

export const readBuyerTasks = endpoint({
  method: 'GET',
  path: '/dashboard/buyer/tasks',
  summary: 'Counts what the buyer has to do: orders in each list of `task`, and offers to answer.',
  access: ['buyer'],
  input: z.object({}),
  response: BuyerTasks,
  reads: ['orders', 'offers', 'chats', 'notifications'],
})
