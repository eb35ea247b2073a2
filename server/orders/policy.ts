// Limits of orders.

import { priceRange } from '#contract/common/policy.ts'
import { toPaise } from '#contract/common/schemas.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** A seller's new orders and changes of orders in one chat; each sends the buyer a message. */
export const orderQuota = { max: 30, seconds: 3600, code: 'too_many_deals' } satisfies Quota
export const maxOrderPricePaise = toPaise(priceRange.max)
/** How long after its delivery a purchase can be cancelled that the buyer never agreed to. */
export const unagreedCancelDays = 14
export const maxListedOrders = 1000
