import type { Condition } from '#contract/books/conditions.ts'

export const bookTypeLabels = { new: 'New', old: 'Old' } as const
export const conditionHints: Record<Condition, string> = {
  new: 'Like new: no marks, no folds.',
  good: 'Read with care: light wear, no writing.',
  average: 'Visible wear: some underlining or a worn cover.',
  poor: 'Worn: loose pages, stains or much writing, but complete.',
}
