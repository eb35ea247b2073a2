import { z } from 'zod'

export const conditions = ['new', 'good', 'average', 'poor'] as const
export type Condition = (typeof conditions)[number]
export const conditionLabels: Record<Condition, string> = {
  new: 'New',
  good: 'Good',
  average: 'Average',
  poor: 'Poor',
}

export const ConditionInput = z.enum(conditions, {
  error: 'Choose a condition: new, good, average or poor.',
})
