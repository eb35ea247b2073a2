// The price model in force: what the other features know of pricing.
import { indianDate } from '#contract/dates.ts'
import { suggestPrice, type UsedCopy } from './rules.ts'

/** What a used copy should sell for at this moment, in paise. */
export const predictedPrice = (copy: UsedCopy, now: Date): number => suggestPrice(copy, Number(indianDate(now).slice(0, 4)))
