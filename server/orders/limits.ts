import type { sellerTypes } from '#contract/accounts/auth.ts'
import { priceRange } from '#contract/common/limits.ts'
import { toPaise } from '#contract/common/schemas.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/**
 * What one side of a chat does about its orders and payments that writes a line to the other;
 * undoing and what a buyer does with an order aside, which end by themselves.
 */
export const dealQuota = { max: 30, seconds: 3600, code: 'too_many_deals' } satisfies Quota
/** Past a block: enough for what an order needs, too few to disturb by going back and forth. */
export const blockedDealQuota = { ...dealQuota, max: 3, seconds: 86_400 } satisfies Quota
export const maxOrderPricePaise = toPaise(priceRange.max)
/** An order that the buyer agreed to is closed so long after its delivery. */
export const closeAfterMs = 7 * 86_400_000
/** From so long after it was shipped on, the buyer may report that it hasn't arrived. */
export const lateAfterMs = 10 * 86_400_000
export const proposalMs = 72 * 3_600_000
export const maxOpenProposals: Record<(typeof sellerTypes)[number], number> = {
  student: 20,
  'shop owner': 300,
}
/** Who has written about a rented book within this time waits for it. */
export const waitingMs = 14 * 86_400_000
/** Ten seconds on the screen, and some for a slow network. */
export const undoMs = 20_000
/**
 * Of a title in a sentence: a toast on a phone has three lines, and what happened comes after it.
 */
export const maxNamedTitleLetters = 23
