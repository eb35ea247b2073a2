import { AppError } from '#contract/common/error-catalog.ts'
import {
  findCity,
  findNamedPlaces,
  maxDistances,
  readDistances,
  readPlace,
} from '#contract/places.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { findNamedPlaces as findNamed } from './named-places.ts'
import { findCity as cityOf, findDistances, findPlace, viewOwnPlace } from './places.ts'

/** The table changes only with a new version of the server. */
const placeCacheSeconds = 24 * 3600

export function placeRoutes(mount: Mount): void {
  mount(readPlace, async ({ pinCode }) => {
    const place = viewOwnPlace(pinCode)
    if (!place) throw new AppError('place_unknown')
    const value = { ...place, hasPoint: findPlace(pinCode)?.point !== undefined }
    return new CacheableResponse(
      { maxAgeSeconds: placeCacheSeconds, topics: [] },
      async () => value,
    )
  })
  mount(readDistances, async ({ from, to }) => ({
    distances: findDistances(from, to.split('|').slice(0, maxDistances)),
  }))
  mount(findCity, async ({ of }) => ({ city: cityOf(of) }))
  mount(findNamedPlaces, async ({ search = '' }) => ({ places: findNamed(search) }))
}
