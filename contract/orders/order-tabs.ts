import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Search } from '#contract/common/schemas.ts'
import { WaitingRing } from '#contract/exchanges/waiting-ring.ts'

/**
 * Each of a seller's orders is in exactly one tab, which says what its seller has to do. In
 * 'with-buyer' are rented books before they are due, and problems that wait for the buyer.
 */
export const orderTabs = [
  'to-confirm',
  'to-pack',
  'to-hand-over',
  'shipped',
  'rents-due',
  'problems',
  'with-buyer',
  'done',
] as const
export type OrderTab = (typeof orderTabs)[number]

/** The tabs with orders that wait for their seller. */
export const sellerTasks = [
  'to-pack',
  'to-hand-over',
  'rents-due',
  'problems',
] as const satisfies readonly OrderTab[]

/**
 * `search` finds words of the title and of the buyer's name, an order's number, and a phone number
 * in any spelling.
 */
export const OrderFilters = z.object({
  tab: blankAsAbsent(z.enum(orderTabs, { error: `The tab is one of ${orderTabs.join(', ')}.` })),
  search: Search,
})

/** The lists of orders in which the buyer has a task. An order can be in several lists. */
export const buyerTodos = ['to-confirm', 'choose-time', 'to-return', 'problems'] as const
export type BuyerTodo = (typeof buyerTodos)[number]

export const BuyerTodoFilter = z.object({
  todo: blankAsAbsent(z.enum(buyerTodos, { error: `todo is one of ${buyerTodos.join(', ')}.` })),
})

export const countsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as { [N in Name]: z.ZodNumber }

export const OrderCounts = z.object({ all: z.number(), ...countsOf(orderTabs) })
export type OrderCounts = z.output<typeof OrderCounts>

export const BuyerTasks = z.object({
  ...countsOf(buyerTodos),
  /** Chats with a seller's offer that the buyer can answer. */
  offers: z.number(),
  ring: WaitingRing.optional(),
})
export type BuyerTasks = z.output<typeof BuyerTasks>

export const readBuyerTasks = endpoint({
  method: 'GET',
  path: '/dashboard/buyer/tasks',
  summary: 'Counts what the buyer has to do: orders in each list of `todo`, and offers to answer.',
  access: ['buyer'],
  input: z.object({}),
  response: BuyerTasks,
  reads: ['orders', 'offers', 'chats', 'notifications'],
})
