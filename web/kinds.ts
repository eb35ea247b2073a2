// The kinds that books, orders and reports come in, as people read them.
import type { Condition } from '#contract/book-forms.ts'
import type { ReportRange } from '#contract/reports.ts'
import { noValue } from './format.ts'

/** What a kind is called; what is missing, or only a newer server knows, has no name here. */
export const nameOf = <Kind extends string>(names: Record<Kind, string>, kind: Kind): string =>
  Object.hasOwn(names, kind) ? names[kind] : noValue

export const bookTypeNames = { new: 'New', old: 'Old' } as const
export const orderTypeNames = { rent: 'Rent', purchase: 'Purchase' } as const
export const sellerTypeNames = { 'shop owner': 'Shop owner', student: 'Student' } as const
export const conditionNames: Record<Condition, string> = {
  new: 'New',
  good: 'Good',
  average: 'Average',
  poor: 'Poor',
}

/** What a condition means, for those who choose one. */
export const conditionHints: Record<Condition, string> = {
  new: 'Like new: no marks, no folds.',
  good: 'Read with care: light wear, no writing.',
  average: 'Visible wear: some underlining or a worn cover.',
  poor: 'Worn: loose pages, stains or much writing, but complete.',
}

export const rangeNames: Record<ReportRange, string> = {
  daily: 'Daily (last 30 days)',
  weekly: 'Weekly (last 12 weeks)',
  monthly: 'Monthly (last 12 months)',
  yearly: 'Yearly (last 5 years)',
}
