import { readFileSync } from 'node:fs'
import { lazy } from '#contract/common/lazy.ts'
import { type OwnPlace, type Place, placeKey } from '#contract/places.ts'
import { distanceKm, type MapPoint, project } from './projection.ts'

export { distanceKm, type MapPoint } from './projection.ts'

/**
 * A position gets the nearest PIN code within this distance. In mountains, PIN codes are far apart.
 */
const maxKmToPinCode = 100

/** A position that is farther than this from all known places, in kilometres, is in no city. */
const maxKmToCity = 25

const army = {
  area: 'Army Post Office',
  city: 'Army Post Office',
  state: 'Army Postal Service',
}
/** PIN codes of army units, whose names and places aren't public. */
const isArmyCode = (pinCode: string): boolean => /^9\d{5}$/.test(pinCode)

/** Finds the place of a PIN code. The first call reads the table. */
export const findPlace = (pinCode: string): PlaceWithPoint | undefined =>
  table().places.get(pinCode) ?? (isArmyCode(pinCode) ? { pinCode, ...army } : undefined)

export function viewPlace(pinCode: string | null): Place | undefined {
  const place = viewOwnPlace(pinCode)
  return place && { area: place.area, city: place.city, state: place.state }
}

export function viewOwnPlace(pinCode: string | null): OwnPlace | undefined {
  const place = pinCode === null ? undefined : findPlace(pinCode)
  return place && { pinCode: place.pinCode, area: place.area, city: place.city, state: place.state }
}

/**
 * Returns a key that is unique for each city. It includes the state, because there are two
 * Bilaspurs.
 */
export const cityKey = ({ city, state }: Pick<Place, 'city' | 'state'>): string =>
  `${city}, ${state}`.toLowerCase()

/**
 * Returns the keys of the cities with a name: two for 'Bilaspur', one for 'Bilaspur, Chhattisgarh',
 * none for an unknown name.
 */
export const cityKeysOf = (name: string): string[] => table().cityKeys.get(name.toLowerCase()) ?? []

/** Returns the name for a city's key ('Pune, Maharashtra'); undefined for an unknown city. */
export const cityNameOf = (key: string): string | undefined => table().cityNames.get(key)

/** The columns of a place. `location` is a point in PostgreSQL's format, in kilometres. */
export type PlaceColumns = {
  pin_code: string | null
  city: string | null
  location: string | null
}

/** Returns the columns for a PIN code. All are null if it is null or unknown. */
export function placeColumns(pinCode: string | null): PlaceColumns {
  const place = pinCode === null ? undefined : findPlace(pinCode)
  if (!place) return { pin_code: null, city: null, location: null }
  const { point } = place
  return {
    pin_code: place.pinCode,
    city: cityKey(place),
    location: point ? `(${point.x},${point.y})` : null,
  }
}

/** Returns the last known PIN code in an address: '… Pune 411 038'. */
export function pinCodeIn(address: string): string | undefined {
  const found = [...address.matchAll(/(?<![\d+])([1-9]\d{2})[ -]?(\d{3})(?!\d)/g)]
  // Phone numbers look like army PIN codes, so these count only in addresses that mention the army.
  const isArmy = /\b(?:A\.?P\.?[OS]|army)\b/i.test(address)
  return found
    .map(([, first, last]) => `${first}${last}`)
    .findLast((code) => findPlace(code) && (isArmy || !isArmyCode(code)))
}

/** Returns the point of a PIN code, or of latitude and longitude separated by a comma. */
export function pointOf(userLocation: string): MapPoint | undefined {
  const [latitude, longitude] = userLocation.split(',').map(Number)
  if (latitude === undefined || longitude === undefined) return findPlace(userLocation)?.point
  return project(latitude, longitude)
}

function findNearest(userLocation: string, maxKm: number): PlaceWithPoint | undefined {
  const start = pointOf(userLocation)
  if (!start) return undefined
  let [nearest, nearestKm]: [PlaceWithPoint | undefined, number] = [undefined, maxKm]
  for (const place of table().places.values()) {
    const km = place.point ? distanceKm(start, place.point) : Number.POSITIVE_INFINITY
    if (km < nearestKm) [nearest, nearestKm] = [place, km]
  }
  return nearest
}

/**
 * Returns the city ('Pune, Maharashtra') of a PIN code, or of the PIN code nearest to a position;
 * undefined if that is too far away.
 */
export function findCity(userLocation: string): string | undefined {
  const place = findPlace(userLocation) ?? findNearest(userLocation, maxKmToCity)
  return place && `${place.city}, ${place.state}`
}

/** Returns the PIN code nearest to a position; undefined if that is too far away. */
export const nearestPinCode = (userLocation: string): string | undefined =>
  findNearest(userLocation, maxKmToPinCode)?.pinCode

/**
 * Returns the distances to the named places in whole kilometres. Leaves out places whose distance
 * isn't known.
 */
export function findDistances(from: string, names: readonly string[]): Record<string, number> {
  const start = pointOf(from)
  if (!start) return {}
  const { points } = table()
  const distances: Record<string, number> = {}
  for (const name of names) {
    const end = points.get(name)
    if (end) distances[name] = Math.round(distanceKm(start, end))
  }
  return distances
}

// The table of PIN codes, which tools/pin-codes writes, begins with the names of the states. Then
// it has a line per PIN code, of which this is a row. In the table, an empty city is the same as
// the area.

type PlaceWithPoint = {
  pinCode: string
  area: string
  city: string
  state: string
  /** Absent if the position isn't known to within 10 km, in which case no distance is shown. */
  point?: MapPoint
}

/** Reads the table, which takes about 30 ms. */
export function readTable(): Map<string, PlaceWithPoint> {
  const text = readFileSync(new URL('pin-codes.txt', import.meta.url), 'utf8')
  const [states = '', ...lines] = text.trimEnd().split('\n')
  const stateNames = states.split('|')
  return new Map(
    lines.map((line) => {
      const [pinCode = '', area = '', city, state, x, y] = line.split('|')
      const names = { area, city: city || area, state: stateNames[Number(state)] ?? '' }
      const point = x === undefined ? undefined : { x: Number(x), y: Number(y) }
      return [pinCode, { pinCode, ...names, ...(point && { point }) }]
    }),
  )
}

const table = lazy(() => {
  const places = readTable()
  const cityKeys = new Map<string, string[]>()
  const cityNames = new Map<string, string>()
  const points = new Map<string, MapPoint>()
  for (const place of places.values()) {
    const key = cityKey(place)
    if (!cityNames.has(key)) {
      const city = place.city.toLowerCase()
      cityKeys.set(city, [...(cityKeys.get(city) ?? []), key])
      cityKeys.set(key, [key])
      cityNames.set(key, `${place.city}, ${place.state}`)
    }
    if (place.point) points.set(placeKey(place), place.point)
  }
  return { places, cityKeys, cityNames, points }
})
