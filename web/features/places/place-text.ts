import { type Place, placeName } from '#contract/places.ts'

export const fullPlaceName = (place: Place): string =>
  place.state === place.city ? placeName(place) : `${placeName(place)}, ${place.state}`

/** Formats whole kilometres as '3 km', with a no-break space. */
export const distanceText = (km: number): string =>
  km < 1 ? '<\u00A01\u00A0km' : `${km.toLocaleString('en-IN')}\u00A0km`
