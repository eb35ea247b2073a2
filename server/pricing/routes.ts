import { toPaise, toRupees } from '#contract/common.ts'
import { predictPrice } from '#contract/pricing.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Mount } from '#server/platform/route.ts'
import { predictedPrice } from './rules.ts'

export function pricingRoutes(mount: Mount, { now }: Parts): void {
  mount(predictPrice, async ({ condition, publication_year, original_price }) => {
    const copy = { condition, publicationYear: publication_year, originalPrice: toPaise(original_price) }
    return { predicted_price: toRupees(predictedPrice(copy, now())) }
  })
}
