import type { z } from 'zod'
import { canonicalBranch } from '#contract/books/branches.ts'
import { fieldError } from '#contract/common/error-catalog.ts'
import { isPinCode } from '#contract/places.ts'
import { choosingFilters, type SearchFilters, saveSearch } from '#contract/wishlist/searches.ts'
import { type ListQuery, unknownPlace } from '#server/books/search/filters.ts'
import { nearestPinCode, pointOf } from '#server/places/places.ts'

type Asked = z.output<typeof saveSearch.input>

/**
 * Returns a PIN code, or the PIN code nearest to a position. Throws a field error for an unknown
 * place.
 */
function storedPlace(near: string): string {
  const pinCode = isPinCode(near) ? near : nearestPinCode(near)
  if (pinCode === undefined || !pointOf(pinCode)) throw unknownPlace()
  return pinCode
}

/**
 * Returns the filters to save, in the format of a URL. Throws a field error if there is nothing
 * left to search for, or if the place is unknown.
 */
export function keptFilters(asked: Asked): SearchFilters {
  const { near, branch, search = '', ...others } = asked
  const isPlaced = near !== undefined && asked.within !== undefined
  const values = {
    ...others,
    // A search that has only punctuation or invisible characters would find every book.
    search: /[\p{L}\p{N}\p{S}]/u.test(search) ? search : undefined,
    branch: branch && canonicalBranch(branch),
    near: isPlaced ? storedPlace(near) : near,
  }
  const texts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  const kept = choosingFilters(Object.fromEntries(texts))
  if (Object.keys(kept).length === 0)
    throw fieldError('search', 'Search for something or choose a filter first.')
  return kept
}

const Kept = saveSearch.input.strict()

/**
 * Reads saved filters. Returns undefined if another version saved filters that this version doesn't
 * support.
 */
export function readFilters(kept: unknown): ListQuery | undefined {
  const filters = Kept.safeParse(kept).data
  return filters?.near === undefined || pointOf(filters.near) ? filters : undefined
}
