/** A point on the map of India, in kilometres. */
export type MapPoint = { x: number; y: number }

// EPSG:7755: Lambert's conformal conic projection with two parallels, which India's agencies use.
const radians = Math.PI / 180
const equatorKm = 6378.137
const eccentricity = 0.0818191908426215
const origin = { latitude: 24, longitude: 80, xKm: 4000, yKm: 4000 }
const parallels = [12.472944, 35.172806] as const

const radiusFactor = (latitude: number) =>
  Math.cos(latitude * radians) / Math.sqrt(1 - (eccentricity * Math.sin(latitude * radians)) ** 2)

function conformal(latitude: number): number {
  const sine = eccentricity * Math.sin(latitude * radians)
  return (
    Math.tan(Math.PI / 4 - (latitude * radians) / 2) /
    ((1 - sine) / (1 + sine)) ** (eccentricity / 2)
  )
}

const [south, north] = parallels
const cone =
  Math.log(radiusFactor(south) / radiusFactor(north)) /
  Math.log(conformal(south) / conformal(north))
const scale = radiusFactor(south) / (cone * conformal(south) ** cone)
const radius = (latitude: number) => equatorKm * scale * conformal(latitude) ** cone

/**
 * Projects a latitude and longitude in degrees to the map. Distances on the map are at most 2% off
 * in all of India.
 */
export function project(latitude: number, longitude: number): MapPoint {
  const angle = cone * (longitude - origin.longitude) * radians
  const distance = radius(latitude)
  return {
    x: origin.xKm + distance * Math.sin(angle),
    y: origin.yKm + radius(origin.latitude) - distance * Math.cos(angle),
  }
}

/** Returns the straight-line distance in kilometres. */
export const distanceKm = (from: MapPoint, to: MapPoint): number =>
  Math.hypot(from.x - to.x, from.y - to.y)
