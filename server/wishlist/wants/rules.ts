import type { Condition } from '#contract/books/conditions.ts'
import { errorCatalog, fieldError } from '#contract/common/error-catalog.ts'
import { toPaise } from '#contract/common/schemas.ts'
import { findPlace, type PlaceColumns, placeColumns } from '#server/places/places.ts'

/**
 * `swaps` says whether rings may fulfil the want. `max_top_up` is in paise. `within_km` is null for
 * any distance.
 */
export type Limits = {
  swaps: boolean
  worst_condition: Condition
  max_top_up: number
  within_km: number | null
}

type Asked = {
  swap?: boolean | undefined
  worstCondition?: Condition | undefined
  mostOnTop?: number | undefined
  withinKm?: number | undefined
}

const noLimits: Limits = {
  swaps: true,
  worst_condition: 'average',
  max_top_up: 0,
  within_km: null,
}

/**
 * Returns the limits after a change. A limit that isn't given stays the same. A blank distance
 * removes the distance limit.
 */
export function limitsAfter(asked: Asked, saved: Limits = noLimits): Limits {
  return {
    swaps: asked.swap ?? saved.swaps,
    worst_condition: asked.worstCondition ?? saved.worst_condition,
    max_top_up: asked.mostOnTop === undefined ? saved.max_top_up : toPaise(asked.mostOnTop),
    within_km: Object.hasOwn(asked, 'withinKm') ? (asked.withinKm ?? null) : saved.within_km,
  }
}

type Places = {
  /**
   * The PIN codes of the person's seller account, of the person's existing wants, and in the
   * request.
   */
  ofSeller: string | null
  saved: string | null
  given: string | undefined
}

/**
 * Returns the place of a person's wants: that of the seller account or, if there is none, the given
 * or else the saved one. Throws field errors for a place that isn't the seller account's, for an
 * unknown PIN code, and for a distance without a place.
 */
export function placeOf({ ofSeller, saved, given }: Places, limits: Limits): PlaceColumns {
  if (given !== undefined && ofSeller !== null && given !== ofSeller)
    throw fieldError(
      'pinCode',
      'You are where your seller profile says. Change the PIN code there.',
    )
  if (given !== undefined && !findPlace(given))
    throw fieldError('pinCode', errorCatalog.place_unknown[1])
  const place = placeColumns(ofSeller ?? given ?? saved)
  if (limits.within_km === null) return place
  if (place.pin_code === null)
    throw fieldError('pinCode', 'Enter your PIN code: the distance is from there.')
  if (place.location === null)
    throw fieldError('withinKm', 'Distances from this PIN code aren’t known. Choose anywhere.')
  return place
}
