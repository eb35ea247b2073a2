import { handOverLabels } from '#contract/common/hand-overs.ts'
import { formatRupees, toPaise } from '#contract/common/schemas.ts'
import { readNumber } from '#contract/common/typed-text.ts'
import { examNames, languageNames } from './book-tags.ts'
import { conditionLabels } from './conditions.ts'

export const bookTypeFilterLabels = { new: 'New books', old: 'Old books' } as const
export const openToExchangeLabels = { true: 'Open to swap', false: 'Not for swap' } as const
export const rentableLabels = { true: 'Rentable', false: 'Sale only' } as const

/** Returns the label, or the value itself if only another version of the app knows the value. */
const labelIn = (labels: Readonly<Record<string, string>>, value: string): string =>
  (Object.hasOwn(labels, value) && labels[value]) || value
const rupees = (typed: string): string => {
  const amount = readNumber(typed)
  return amount === undefined ? typed : formatRupees(toPaise(amount))
}

const labels = {
  within: (km: string) => `Within ${km} km`,
  city: (city: string) => `In ${city.split(',')[0]}`,
  handOver: (way: string) => labelIn(handOverLabels, way),
  openToExchange: (isOpen: string) => labelIn(openToExchangeLabels, isOpen),
  class: (number: string) => `Class ${number}`,
  exam: (exam: string) => labelIn(examNames, exam.toLowerCase()),
  language: (language: string) => labelIn(languageNames, language.toLowerCase()),
  bookType: (type: string) => labelIn(bookTypeFilterLabels, type),
  condition: (condition: string) => `${labelIn(conditionLabels, condition)} condition`,
  rentable: (isRentable: string) => labelIn(rentableLabels, isRentable),
  minPrice: (price: string) => `From ${rupees(price)}`,
  maxPrice: (price: string) => `Up to ${rupees(price)}`,
}
type LabelledFilter = keyof typeof labels
const labelledFilters = Object.keys(labels) as LabelledFilter[]

type Filters = Readonly<Partial<Record<string, string>>>

export const chosenFilters = (filters: Filters): { name: LabelledFilter; label: string }[] =>
  labelledFilters.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [{ name, label: labels[name](value) }]
  })
