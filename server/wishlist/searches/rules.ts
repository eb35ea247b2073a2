import type { z } from 'zod'
import { canonicalBranch } from '#contract/books/branches.ts'
import { fieldError } from '#contract/common/errors.ts'
import { isPinCode } from '#contract/places.ts'
import { choosingFilters, type SearchFilters, saveSearch } from '#contract/wishlist/searches.ts'
import { type ListQuery, unknownPlace } from '#server/books/search/filters.ts'
import { nearestPinCode, pointOf } from '#server/places/places.ts'

type Asked = z.output<typeof saveSearch.input>

/** A position becomes the nearest PIN code. Throws a field error where the place isn't known. */
function keptPlace(near: string): string {
  const pinCode = isPinCode(near) ? near : nearestPinCode(near)
  if (pinCode === undefined || !pointOf(pinCode)) throw unknownPlace()
  return pinCode
}

/**
 * The filters to keep, as in an address. Throws a field error where nothing is left to search for,
 * or the place isn't known.
 */
export function keptFilters(asked: Asked): SearchFilters {
  const { near, branch, search = '', ...others } = asked
  const isPlaced = near !== undefined && asked.within !== undefined
  const values = {
    ...others,
    // Of dots alone, or what nobody sees, every book is found.
    search: /[\p{L}\p{N}\p{S}]/u.test(search) ? search : undefined,
    branch: branch && canonicalBranch(branch),
    near: isPlaced ? keptPlace(near) : near,
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

/** Undefined where this version can't ask for them, as after another one has kept them. */
export function readFilters(kept: unknown): ListQuery | undefined {
  const filters = Kept.safeParse(kept).data
  return filters?.near === undefined || pointOf(filters.near) ? filters : undefined
}
