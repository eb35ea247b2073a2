import { z } from 'zod'
import { blankAsAbsent, Search } from '#contract/common/schemas.ts'

/** Each of a seller's orders is in exactly one tab, which says what its seller has to do. */
export const orderTabs = [
  'to-confirm',
  'to-pack',
  'to-hand-over',
  'shipped',
  'rents-due',
  'problems',
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

const counts = Object.fromEntries(orderTabs.map((tab) => [tab, z.number()])) as {
  [Tab in OrderTab]: z.ZodNumber
}
export const OrderCounts = z.object({ all: z.number(), ...counts })
export type OrderCounts = z.output<typeof OrderCounts>
