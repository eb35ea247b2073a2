import type { Condition } from '#contract/books/book-forms.ts'
import { examNames, languageNames } from '#contract/books/book-tags.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { conditionLabels } from '#web/features/books/labels.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import type { Filters } from './filters.ts'

export const bookTypeFilterLabels = { new: 'New books', old: 'Old books' } as const
export const rentableLabels = { true: 'Rentable', false: 'Sale only' } as const

const labels: { [name in keyof Filters]?: (value: string) => string } = {
  within: (km) => `Within ${km} km`,
  city: (city) => `In ${city.split(',')[0]}`,
  handOver: (way) => labelOf(handOverLabels, way as HandOver),
  class: (number) => `Class ${number}`,
  exam: (exam) => labelOf(examNames, exam.toLowerCase()),
  language: (language) => labelOf(languageNames, language.toLowerCase()),
  bookType: (type) => labelOf(bookTypeFilterLabels, type),
  condition: (condition) => labelOf(conditionLabels, condition as Condition),
  rentable: (rentable) => labelOf(rentableLabels, rentable),
  minPrice: (price) => `From ${formatRupees(Number(price))}`,
  maxPrice: (price) => `Up to ${formatRupees(Number(price))}`,
}

type Chosen = { name: keyof Filters; label: string }

/** The filters that leave books out. */
export function chosenFilters(filters: Filters): Chosen[] {
  return (Object.keys(labels) as (keyof Filters)[]).flatMap((name) => {
    const value = filters[name]
    if (value === undefined) return []
    return [{ name, label: labels[name]?.(value) ?? value }]
  })
}
