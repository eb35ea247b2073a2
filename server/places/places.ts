import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type OwnPlace, type Place, placeKey } from '#contract/places.ts'
import { maxKmToCity, maxKmToPinCode } from './policy.ts'
import { distanceKm, type MapPoint, project } from './projection.ts'

export { distanceKm, type MapPoint } from './projection.ts'

let table: Map<string, PlaceWithPoint> | undefined

const army = {
  area: 'Army Post Office',
  city: 'Army Post Office',
  state: 'Army Postal Service',
}
/** PIN codes of army units, whose names and places aren't public. */
const isArmyCode = (pinCode: string): boolean => /^9\d{5}$/.test(pinCode)

/** The place of a PIN code, undefined where there is none. The first call reads the table. */
export function findPlace(pinCode: string): PlaceWithPoint | undefined {
  table ??= readTable()
  return table.get(pinCode) ?? (isArmyCode(pinCode) ? { pinCode, ...army } : undefined)
}

/** What everybody may know of a place. */
export function viewPlace(pinCode: string | null): Place | undefined {
  const place = viewOwnPlace(pinCode)
  return place && { area: place.area, city: place.city, state: place.state }
}

export function viewOwnPlace(pinCode: string | null): OwnPlace | undefined {
  const place = pinCode === null ? undefined : findPlace(pinCode)
  return place && { pinCode: place.pinCode, area: place.area, city: place.city, state: place.state }
}

/** One name for each city: there are two called Bilaspur. */
export const cityKey = ({ city, state }: Pick<Place, 'city' | 'state'>): string =>
  `${city}, ${state}`.toLowerCase()

let keysByCity: Map<string, string[]> | undefined

/** The keys of a city: 'Bilaspur' is two, 'Bilaspur, Chhattisgarh' is one, another word none. */
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

/** 'Pune, Maharashtra' of a city's key; undefined where the table has no such city. */
export function cityNameOf(key: string): string | undefined {
  table ??= readTable()
  namesByKey ??= new Map(
    [...table.values()].map((place) => [cityKey(place), `${place.city}, ${place.state}`]),
  )
  return namesByKey.get(key)
}

/** What a row keeps of a place; `location` as PostgreSQL writes a point, in kilometres. */
export type PlaceColumns = {
  pin_code: string | null
  city: string | null
  location: string | null
}

/** Of a PIN code that is known; all null without one. */
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

/** The last PIN code in an address that is known: '… Pune 411 038'. */
export function pinCodeIn(address: string): string | undefined {
  const found = [...address.matchAll(/(?<![\d+])([1-9]\d{2})[ -]?(\d{3})(?!\d)/g)]
  // Without such a word, the digits may be a phone number rather than an army PIN code.
  const isArmy = /\b(?:A\.?P\.?[OS]|army)\b/i.test(address)
  return found
    .map(([, first, last]) => `${first}${last}`)
    .findLast((code) => findPlace(code) && (isArmy || !isArmyCode(code)))
}

/** The point of a PIN code, or of degrees with a comma between them. */
export function pointOf(whereabouts: string): MapPoint | undefined {
  const [latitude, longitude] = whereabouts.split(',').map(Number)
  if (latitude === undefined || longitude === undefined) return findPlace(whereabouts)?.point
  return project(latitude, longitude)
}

/** Of the places with a point. */
function findNearest(whereabouts: string, maxKm: number): PlaceWithPoint | undefined {
  const start = pointOf(whereabouts)
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
 * 'Pune, Maharashtra' of a PIN code, or of the nearest one to a position; undefined far from all.
 */
export function findCity(whereabouts: string): string | undefined {
  const place = findPlace(whereabouts) ?? findNearest(whereabouts, maxKmToCity)
  return place && `${place.city}, ${place.state}`
}

/** The PIN code whose point is nearest; undefined far from all. */
export const nearestPinCode = (whereabouts: string): string | undefined =>
  findNearest(whereabouts, maxKmToPinCode)?.pinCode

let pointsByName: Map<string, MapPoint> | undefined

/** Whole kilometres to each named place whose distance is known. */
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

// The table of PIN codes: the names of the states, then a line for each PIN code, as
// tools/pin-codes writes it. An empty city has the area's name.

type PlaceWithPoint = {
  pinCode: string
  area: string
  city: string
  state: string
  /** Absent where it isn't known to about 10 km: then nobody says how far away it is. */
  point?: MapPoint
}

const readText = () => readFileSync(new URL('pin-codes.txt', import.meta.url), 'utf8')

export const readTableHash = (): string => createHash('sha256').update(readText()).digest('hex')

/** Reads the whole table, which takes some 30 ms. */
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
