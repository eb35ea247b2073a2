import { readFileSync } from 'node:fs'
import { distanceKm, project } from '../../server/places/projection.ts'
import { readTable } from '../../server/places/table.ts'

/** Places whose name and position are known from maps, not from the package. */
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
    // Without a name the area is left out, or empty.
    return { pinCode, area: names[2] || undefined, city, state, latitude, longitude }
  })
}

/** How the committed table differs from what is known. */
export function compareWithKnown() {
  const table = readTable()
  return readKnownPlaces().map((known) => {
    const place = table.get(known.pinCode)
    const point = place?.point
    return {
      known,
      place,
      offKm: point && distanceKm(point, project(known.latitude, known.longitude)),
    }
  })
}
