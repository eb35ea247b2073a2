import { priceRange, proposalHours } from '#contract/common/limits.ts'
import { toPaise } from '#contract/common/schemas.ts'

export const maxOrderPricePaise = toPaise(priceRange.max)
/** An order that the buyer agreed to is closed this long after its delivery. */
export const closeAfterMs = 7 * 86_400_000
export const proposalMs = proposalHours * 3_600_000
