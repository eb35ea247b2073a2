import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type OwnPlace, type Place, placeKey } from '#contract/places.ts'
import { distanceKm, type MapPoint, project } from './projection.ts'

export { distanceKm, type MapPoint } from './projection.ts'

/** A position gets the nearest PIN code within this distance. In mountains they are far apart. */
const maxKmToPinCode = 100

/** A position farther than this from all known places, in kilometres, is in no city. */
const maxKmToCity = 25

let table: Map<string, PlaceWithPoint> | undefined

const army = {
  area: 'Army Post Office',
  city: 'Army Post Office',
  state: 'Army Postal Service',
}
/** PIN codes of army units, whose names and places aren't public. */
const isArmyCode = (pinCode: string): boolean => /^9\d{5}$/.test(pinCode)

/** The first call reads the table. */
export function findPlace(pinCode: string): PlaceWithPoint | undefined {
  table ??= readTable()
  return table.get(pinCode) ?? (isArmyCode(pinCode) ? { pinCode, ...army } : undefined)
}

export function viewPlace(pinCode: string | null): Place | undefined {
  const place = viewOwnPlace(pinCode)
  return place && { area: place.area, city: place.city, state: place.state }
}

export function viewOwnPlace(pinCode: string | null): OwnPlace | undefined {
  const place = pinCode === null ? undefined : findPlace(pinCode)
  return place && { pinCode: place.pinCode, area: place.area, city: place.city, state: place.state }
}

/** Returns a unique name of a city, because there are two Bilaspurs. */
export const cityKey = ({ city, state }: Pick<Place, 'city' | 'state'>): string =>
  `${city}, ${state}`.toLowerCase()

let keysByCity: Map<string, string[]> | undefined

/** Returns a city's keys: two for 'Bilaspur', one for 'Bilaspur, Chhattisgarh', or none. */
export function cityKeysOf(name: string): string[] {
  table ??= readTable()
  if (!keysByCity) {
    keysByCity = new Map()
    for (const key of new Set([...table.values()].map(cityKey))) {
      const city = key.slice(0, key.indexOf(', '))
      keysByCity.set(city, [...(keysByCity.get(city) ?? []), key])
      keysByCity.set(key, [key])
    }
  }
  return keysByCity.get(name.toLowerCase()) ?? []
}

let namesByKey: Map<string, string> | undefined

/** Returns the name for a city's key ('Pune, Maharashtra'); undefined for an unknown city. */
export function cityNameOf(key: string): string | undefined {
  table ??= readTable()
  namesByKey ??= new Map(
    [...table.values()].map((place) => [cityKey(place), `${place.city}, ${place.state}`]),
  )
  return namesByKey.get(key)
}

/** A place as columns. `location` is a point in PostgreSQL's format, in kilometres. */
export type PlaceColumns = {
  pin_code: string | null
  city: string | null
  location: string | null
}

/** Returns the columns for a known PIN code; without one, all are null. */
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
  // Phone numbers look like army PIN codes, so those count only in addresses that mention the army.
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
  table ??= readTable()
  let [nearest, nearestKm]: [PlaceWithPoint | undefined, number] = [undefined, maxKm]
  for (const place of table.values()) {
    const km = place.point ? distanceKm(start, place.point) : Number.POSITIVE_INFINITY
    if (km < nearestKm) [nearest, nearestKm] = [place, km]
  }
  return nearest
}

/**
 * Returns the city ('Pune, Maharashtra') of a PIN code, or of the one nearest to a position;
 * undefined if that is too far away.
 */
export function findCity(userLocation: string): string | undefined {
  const place = findPlace(userLocation) ?? findNearest(userLocation, maxKmToCity)
  return place && `${place.city}, ${place.state}`
}

/** Returns undefined if the nearest one is too far away. */
export const nearestPinCode = (userLocation: string): string | undefined =>
  findNearest(userLocation, maxKmToPinCode)?.pinCode

let pointsByName: Map<string, MapPoint> | undefined

/** Returns the distance to each named place in whole kilometres, where it is known. */
export function findDistances(from: string, names: readonly string[]): Record<string, number> {
  const start = pointOf(from)
  if (!start) return {}
  table ??= readTable()
  pointsByName ??= new Map(
    [...table.values()].flatMap((place) => (place.point ? [[placeKey(place), place.point]] : [])),
  )
  const distances: Record<string, number> = {}
  for (const name of names) {
    const end = pointsByName.get(name)
    if (end) distances[name] = Math.round(distanceKm(start, end))
  }
  return distances
}

// A row of the table of PIN codes, which tools/pin-codes writes: the names of the states, then a
// line per PIN code. An empty city is the same as the area.

type PlaceWithPoint = {
  pinCode: string
  area: string
  city: string
  state: string
  /** Absent if the place isn't known to within 10 km. Then no distance is shown. */
  point?: MapPoint
}

const readText = () => readFileSync(new URL('pin-codes.txt', import.meta.url), 'utf8')

export const readTableHash = (): string => createHash('sha256').update(readText()).digest('hex')

/** Takes about 30 ms. */
export function readTable(): Map<string, PlaceWithPoint> {
  const text = readText()
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
