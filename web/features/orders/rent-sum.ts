import { addDays } from '#contract/common/dates.ts'
import { maxRentDays } from '#contract/common/limits.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'

/**
 * Returns a rent's total in rupees and its last day, or undefined if days, rate or first day are
 * invalid.
 */
export function rentSum(days: number, ratePerDay: number, firstDay: string) {
  if (!Number.isInteger(days) || days < 1 || days > maxRentDays) return undefined
  if (!(ratePerDay > 0) || firstDay === '') return undefined
  return { total: toRupees(days * toPaise(ratePerDay)), lastDay: addDays(firstDay, days) }
}
