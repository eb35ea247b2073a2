import { formatMeetingTime } from '#contract/common/dates.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { truncate } from '#contract/common/truncate.ts'
import {
  maxNewCopies,
  newestFirst,
  type SearchFilters,
  searchName,
} from '#contract/wishlist/searches.ts'
import { maxNamedTitleLetters } from './limits.ts'

const maxNamedSearches = 3

const named = (title: string) => `“${truncate(title, maxNamedTitleLetters)}”`

/** Prices are in paise. */
export const priceFellText = (title: string, from: number, to: number): string =>
  `${named(title)}, which you saved, costs ${formatRupees(to)} now instead of ${formatRupees(from)}.`

export const pricesFellText = (books: number): string =>
  `${books} books that you saved cost less now.`

const ends = {
  sold: 'has been sold',
  rented: 'is rented out',
  removed: 'is no longer offered',
} as const

export const goneText = (title: string, how: keyof typeof ends): string =>
  `${named(title)}, which you saved, ${ends[how]}. Your list shows whether there are other copies.`

export const allGoneText = (books: number): string =>
  `${books} books that you saved are gone. Your list shows whether there are other copies.`

/**
 * Returns the name of a search as its page shows it, with the typed text truncated: “hc verma” · In
 * Pune · Class 12.
 */
function nameOf(filters: SearchFilters): string {
  const short = Object.entries(filters).map(([name, value]) => [
    name,
    truncate(value, maxNamedTitleLetters),
  ])
  const { name, details } = searchName(Object.fromEntries(short))
  return [name, ...details].join(' · ')
}

/** `copies` is the total of all searches. */
export function newCopiesText(searches: readonly SearchFilters[], copies: number): string {
  const count = copies > maxNewCopies ? `${maxNewCopies}+` : `${copies}`
  const names = searches.slice(0, maxNamedSearches).map(nameOf)
  const others = searches.length - names.length
  const named = [...names, ...(others === 0 ? [] : [`and ${others} more`])].join('; ')
  return `${count} new ${copies === 1 ? 'copy' : 'copies'} for your ${searches.length === 1 ? 'search' : 'searches'}: ${named}.`
}

/**
 * Returns the query of the list for a single search. Returns undefined for several searches, whose
 * notification links to the page of saved searches.
 */
export const newCopiesQuery = ([filters, ...others]: readonly SearchFilters[]) =>
  filters && others.length === 0 ? newestFirst(filters) : undefined

export const reservedText = (title: string, until: Date): string =>
  `“${title}”, which you want, is reserved for you until ${formatMeetingTime(until)}. Make its seller an offer in the chat, or say “No, thanks” in your Wishlist.`

export const lapsedText = (title: string): string =>
  `Your reservation of “${title}” is over. You still want the title, and keep your place for other copies.`

export const closedText = (title: string): string =>
  `“${title}” is no longer reserved for you: its seller no longer swaps it, or it no longer fits what you want. You keep your place.`
