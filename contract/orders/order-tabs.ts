import { z } from 'zod'
import { blankAsAbsent, Search } from '#contract/common/schemas.ts'

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

/**
 * `search` finds words of the title and of the buyer's name, an order's number, and a phone number
 * in any spelling.
 */
export const OrderFilters = z.object({
  tab: blankAsAbsent(z.enum(orderTabs, { error: `The tab is one of ${orderTabs.join(', ')}.` })),
  search: Search,
})

export const countsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as { [N in Name]: z.ZodNumber }

export const OrderCounts = z.object({ all: z.number(), ...countsOf(orderTabs) })
export type OrderCounts = z.output<typeof OrderCounts>
