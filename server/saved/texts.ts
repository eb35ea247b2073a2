import { examNames, languageNames } from '#contract/books/book-tags.ts'
import { maxNewCopies, type SearchFilters } from '#contract/books/saved-searches.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { truncate } from '#contract/common/truncate.ts'
import { maxNamedSearches, maxNamedTitleLetters } from './policy.ts'

const named = (title: string) => `“${truncate(title, maxNamedTitleLetters)}”`

/** Prices in paise. */
export const priceFellText = (title: string, from: number, to: number): string =>
  `${named(title)}, which you saved, costs ${formatRupees(to)} now instead of ${formatRupees(from)}.`

const ends = {
  sold: 'has been sold',
  rented: 'is rented out',
  removed: 'is no longer offered',
} as const

export const goneText = (title: string, how: keyof typeof ends): string =>
  `${named(title)}, which you saved, ${ends[how]}. Your list shows whether there are other copies.`

/** Its most telling parts: “hc verma”, Class 12, in Pune. */
function searchName({ search, ...filters }: SearchFilters): string {
  const { class: number, exam = '', language = '', branch, within, city } = filters
  const parts = [
    search && named(search),
    number && `Class ${number}`,
    labelOf(examNames, exam),
    labelOf(languageNames, language),
    branch && truncate(branch, maxNamedTitleLetters),
    within && `within ${within} km`,
    city && `in ${truncate(city.split(',')[0] ?? '', maxNamedTitleLetters)}`,
  ]
  return parts.filter((part) => part).join(', ') || 'the filters you saved'
}
const labelOf = (labels: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(labels, name) ? labels[name] : undefined

/** `copies` of all searches together. */
export function newCopiesText(searches: readonly SearchFilters[], copies: number): string {
  const count = copies > maxNewCopies ? `${maxNewCopies}+` : `${copies}`
  const names = searches.slice(0, maxNamedSearches).map(searchName)
  const others = searches.length - names.length
  const more = others === 0 ? '' : `; and for ${others === 1 ? 'one more' : `${others} more`}`
  return `${count} new ${copies === 1 ? 'copy' : 'copies'} for ${names.join('; ')}${more}.`
}

/** The list of a single search, the newest first; of several, their page shows which have some. */
export const newCopiesQuery = ([filters, ...others]: readonly SearchFilters[]) =>
  filters && others.length === 0
    ? `${new URLSearchParams({ ...filters, sort: 'newest' })}`
    : undefined
