// The table of PIN codes: the names of the states, then a line for each PIN code, as
// tools/pin-codes writes it. An empty city has the area's name.
import { readFileSync } from 'node:fs'
import { placeKey } from '#contract/places.ts'
import { distanceKm, type MapPoint } from './projection.ts'

export type PlaceWithPoint = {
  pinCode: string
  area: string
  city: string
  state: string
  /** Absent where it isn't known to about 10 km: then nobody says how far away it is. */
  point?: MapPoint
}

const maxNamesakesKm = 10

/** Moves PIN codes with one name to one point, so that distances reveal no more than the name. */
function sharePoints(places: readonly PlaceWithPoint[]): void {
  for (const namesakes of Map.groupBy(places, placeKey).values()) {
    const points = namesakes.flatMap(({ point }) => point ?? [])
    if (points.length < 2) continue
    const mean = (axis: 'x' | 'y') =>
      Math.round((10 * points.reduce((sum, at) => sum + at[axis], 0)) / points.length) / 10
    const middle = { x: mean('x'), y: mean('y') }
    const isNear = points.every((point) => distanceKm(point, middle) <= maxNamesakesKm)
    for (const place of namesakes)
      if (!isNear) delete place.point
      else if (place.point) place.point = middle
  }
}

/** Reads the whole table, which takes some 30 ms. */
export function readTable(): Map<string, PlaceWithPoint> {
  const text = readFileSync(new URL('pin-codes.txt', import.meta.url), 'utf8')
  const [states = '', ...lines] = text.trimEnd().split('\n')
  const stateNames = states.split('|')
  const places = lines.map((line): PlaceWithPoint => {
    const [pinCode = '', area = '', city, state, x, y] = line.split('|')
    const names = { area, city: city || area, state: stateNames[Number(state)] ?? '' }
    const point = x === undefined ? undefined : { x: Number(x), y: Number(y) }
    return { pinCode, ...names, ...(point && { point }) }
  })
  sharePoints(places)
  return new Map(places.map((place) => [place.pinCode, place]))
}
