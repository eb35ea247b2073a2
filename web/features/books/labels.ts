import { maxCountedDeals } from '#contract/books/books.ts'
import type { Condition } from '#contract/books/conditions.ts'
import { formatCount } from '#contract/common/numbers.ts'

export const bookTypeLabels = { new: 'New', old: 'Old' } as const
export const conditionHints: Record<Condition, string> = {
  new: 'Like new: no marks, no folds.',
  good: 'Read with care: light wear, no writing.',
  average: 'Visible wear: some underlining or a worn cover.',
  poor: 'Worn: loose pages, stains or much writing, but complete.',
}

/** Returns '12 deals', or '100+ deals' if there are more than were counted. */
export const dealsText = (deals: number): string =>
  deals >= maxCountedDeals ? `${maxCountedDeals}+ deals` : formatCount(deals, 'deal')

/** Returns 'Older than 90 days' or '90 to 180 days old'. */
export const ageText = (minDays: number | string = 0, maxDays?: number | string): string =>
  maxDays === undefined ? `Older than ${minDays} days` : `${minDays} to ${maxDays} days old`
