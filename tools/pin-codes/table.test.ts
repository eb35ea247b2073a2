// Compares the committed table with places that are known from maps.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTable } from '../../server/places/places.ts'
import { distanceKm, project } from '../../server/places/projection.ts'
import { areaName } from './areas.ts'

/** A place whose name and position are known from maps, independently of the package. */
type KnownPlace = {
  pinCode: string
  area: string | undefined
  city: string
  state: string
  latitude: number
  longitude: number
}

function readKnownPlaces(): KnownPlace[] {
  const text = readFileSync(new URL('known-places.txt', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [pinCode = '', ...fields] = line.split('|')
    const [latitude, longitude] = fields.slice(-2).map(Number) as [number, number]
    const names = fields.slice(0, -2)
    const [state = '', city = ''] = names.reverse()
    // If the place has no area's name, that column is missing or empty.
    return { pinCode, area: names[2] || undefined, city, state, latitude, longitude }
  })
}

const table = readTable()
/** The known places, with the committed table's entry and its distance from the known position. */
const compared = readKnownPlaces().map((known) => {
  const place = table.get(known.pinCode)
  const point = place?.point
  return {
    known,
    place,
    offKm: point && distanceKm(point, project(known.latitude, known.longitude)),
  }
})

test('at least 200 known places in all states are compared', () => {
  expect(new Set(compared.map(({ known }) => known.pinCode)).size).toBeGreaterThanOrEqual(200)
  // India has 28 states and 8 union territories.
  expect(new Set(compared.map(({ known }) => known.state)).size).toBe(36)
})

test('a point is at most 10 km from the place, and nine of ten places have one', () => {
  const far = compared.filter(({ offKm }) => offKm !== undefined && offKm > 10)
  expect(far.map(({ known, offKm }) => `${known.pinCode}: ${offKm} km`)).toEqual([])
  const withPoint = compared.filter(({ offKm }) => offKm !== undefined)
  expect(withPoint.length / compared.length).toBeGreaterThanOrEqual(0.9)
})

test('area, city and state have their common names', () => {
  const wrong = compared.flatMap(({ known, place }) =>
    (['area', 'city', 'state'] as const)
      .filter((name) => known[name] !== undefined && known[name] !== place?.[name])
      .map((name) => `${known.pinCode} is in ${known[name]}, not in ${place?.[name]}`),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['Kothrud S.O', 'Kothrud'],
  ['Mannady S.O (Chennai)', 'Mannady'],
  ['Town Hall SO Mumbai', 'Town Hall'],
  ['KOLKATA GPO', 'Kolkata'],
  ['Bengaluru G.P.O.', 'Bengaluru'],
  ['Andheri Railway Station S.O', 'Andheri'],
  ['Sowcarpet NDSO', 'Sowcarpet'],
  ['Sohna B.O', 'Sohna'],
])('the office %s is in %s', (office, area) => {
  expect(areaName(office)).toBe(area)
})
