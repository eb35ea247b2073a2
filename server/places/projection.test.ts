import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceKm, project } from './projection.ts'

const radians = Math.PI / 180

/**
 * Returns the distance in kilometres, accurate for short distances: Pythagoras with the ellipsoid's
 * two radii of curvature at the middle latitude. A sphere would be off by 0.5%.
 */
function greatCircleKm([lat, lon]: [number, number], [otherLat, otherLon]: [number, number]) {
  const middle = ((lat + otherLat) / 2) * radians
  const flattened = 1 - 0.00669437999 * Math.sin(middle) ** 2
  const acrossKm = 6378.137 / Math.sqrt(flattened)
  const alongKm = (acrossKm * (1 - 0.00669437999)) / flattened
  const eastKm = acrossKm * Math.cos(middle) * (otherLon - lon) * radians
  return Math.hypot(alongKm * (otherLat - lat) * radians, eastKm)
}

test('the origin of the map is the one in EPSG:7755', () => {
  const { x, y } = project(24, 80)
  expect([x, y]).toEqual([4000, 4000])
})

test('distances up to 100 km are at most 2 % off everywhere in India', () => {
  const latitude = fc.double({ min: 8, max: 35.5, noNaN: true })
  const longitude = fc.double({ min: 68.5, max: 97, noNaN: true })
  const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
  const farKm = fc.double({ min: 1, max: 100, noNaN: true })
  fc.assert(
    fc.property(latitude, longitude, bearing, farKm, (lat, lon, angle, km) => {
      const otherLat = lat + (km / 111.2) * Math.cos(angle)
      const otherLon = lon + ((km / 111.2) * Math.sin(angle)) / Math.cos(lat * radians)
      // Leaves out places south of India, where distances are slightly less exact.
      fc.pre(otherLat >= 8 && otherLat <= 35.5 && otherLon >= 68.5 && otherLon <= 97)
      const real = greatCircleKm([lat, lon], [otherLat, otherLon])
      const onMap = distanceKm(project(lat, lon), project(otherLat, otherLon))
      expect(Math.abs(onMap / real - 1)).toBeLessThanOrEqual(0.02)
    }),
    { numRuns: 2000 },
  )
})
