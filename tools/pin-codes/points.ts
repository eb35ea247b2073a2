// Finds the position of a PIN code: the middle of its delivery offices, without obviously wrong
// ones.
import { distanceKm, type MapPoint, project } from '../../server/places/projection.ts'
import type { Office } from './offices.ts'

/** If a PIN code's offices are further apart than this, they identify only its city. */
const maxScatterKm = 10
/** A position is only trusted if one of this many nearest PIN codes is in the same region. */
const neighbours = 12
/** PIN codes whose position is wrong on a map, although nothing in the data shows the error. */
const knownToBeWrong = new Set(['507001', '713301'])
const weights = { head: 3, sub: 3, branch: 1 } as const

type Placed = { office: Office; point: MapPoint }
type Centre = { pinCode: string; point: MapPoint; scatterKm: number; placed: Placed[] }

const quantile = (share: number, values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
const distancesTo = (middle: MapPoint, all: { point: MapPoint }[]) =>
  all.map(({ point }) => distanceKm(point, middle))

/**
 * Returns the point with the smallest sum of distances to all points, by Weiszfeld's algorithm. If
 * fewer than half of the points are wrong, they don't move it far.
 */
function middleOf(points: MapPoint[], weightOf = (_index: number) => 1): MapPoint {
  const along = (axis: 'x' | 'y') => points.map((point) => point[axis])
  let middle = { x: quantile(0.5, along('x')), y: quantile(0.5, along('y')) }
  for (let step = 0; step < 40; step++) {
    let [weight, sumX, sumY] = [0, 0, 0]
    points.forEach((point, index) => {
      const pull = weightOf(index) / Math.max(distanceKm(point, middle), 0.05)
      weight += pull
      sumX += pull * point.x
      sumY += pull * point.y
    })
    middle = weight === 0 ? middle : { x: sumX / weight, y: sumY / weight }
  }
  return middle
}

const middleOfOffices = (placed: Placed[]): MapPoint =>
  middleOf(
    placed.map(({ point }) => point),
    (index) => weights[placed[index]?.office.kind ?? 'branch'],
  )

/**
 * Returns the middle of a PIN code's offices, after dropping those that are far from most of the
 * others.
 */
function centreOf(pinCode: string, placed: Placed[]): Centre {
  const point = middleOfOffices(placed)
  const distances = distancesTo(point, placed)
  const limit = 5 + 3 * quantile(0.5, distances)
  const near = placed.filter((_, index) => (distances[index] ?? 0) <= limit)
  if (near.length < placed.length && near.length > 0) return centreOf(pinCode, near)
  return { pinCode, point, scatterKm: quantile(0.75, distances), placed }
}

/** Drops the offices that are far from the others with the same first three digits. */
function withoutStrays(placed: Placed[]): Placed[] {
  const regions = Map.groupBy(placed, ({ office }) => office.pinCode.slice(0, 3))
  return [...regions.values()].flatMap((region) => {
    const middle = middleOfOffices(region)
    const distances = distancesTo(middle, region)
    const limit = 10 + 3 * quantile(0.6, distances)
    return region.filter((_, index) => (distances[index] ?? 0) <= limit)
  })
}

/** Whether one of the nearest PIN codes is in the same region. */
function isAmongItsOwn({ pinCode, point }: Centre, all: Centre[]): boolean {
  const nearest: { other: string; km: number }[] = []
  for (const other of all) {
    const km = distanceKm(point, other.point)
    if (other.pinCode === pinCode || km >= (nearest[neighbours - 1]?.km ?? Infinity)) continue
    nearest.push({ other: other.pinCode, km })
    nearest.sort((a, b) => a.km - b.km).splice(neighbours)
  }
  return nearest.some(({ other }) => other.startsWith(pinCode.slice(0, 3)))
}

/**
 * Whether another PIN code of the city is near. Returns true if the PIN codes with the same first
 * five digits are too few or too scattered to be in one city.
 */
function isInItsCity({ pinCode, point }: Centre, city: Centre[]): boolean {
  const others = city.filter((other) => other.pinCode !== pinCode)
  const ten = others.filter((other) => other.pinCode.startsWith(pinCode.slice(0, 5)))
  const middle = middleOf(ten.map((other) => other.point))
  const spreadKm = quantile(0.6, distancesTo(middle, ten))
  if (ten.length < 2 || spreadKm > 8) return true
  return distancesTo(point, others).some((km) => km <= 7)
}

/**
 * Reads a position whose degrees, minutes and seconds were written as one decimal: 22.3425 means
 * 22° 34' 25". Some offices do this.
 */
function readAsSeconds({ position }: Office): MapPoint {
  const degrees = (value: number) => {
    const seconds = Math.round((value % 1) * 10_000)
    return Math.floor(value) + Math.floor(seconds / 100) / 60 + (seconds % 100) / 3600
  }
  return project(degrees(position?.latitude ?? 0), degrees(position?.longitude ?? 0))
}

/**
 * Whether a PIN code's one or two delivery offices probably have a wrong position, because most of
 * its offices that don't deliver are elsewhere, near each other.
 */
function isContradicted({ point, placed }: Centre, witnesses: Placed[]): boolean {
  if (placed.length > 2) return false
  const others = witnesses.filter(
    ({ office, point: at }) =>
      distanceKm(at, point) > 6 && distanceKm(readAsSeconds(office), point) > 6,
  )
  if (others.length < 2 || others.length * 2 <= witnesses.length) return false
  const middle = middleOfOffices(others)
  return distancesTo(middle, others).filter((km) => km < 3).length * 2 > others.length
}

/**
 * Whether a PIN code is near another one of its region. If it has more than two offices, it needs
 * none.
 */
const isNotAlone = ({ pinCode, point, placed }: Centre, region: Centre[]) =>
  placed.length > 2 ||
  region.some((other) => other.pinCode !== pinCode && distanceKm(other.point, point) <= 25)

/**
 * Returns the points of the PIN codes whose position can be trusted, and as `scattered` the PIN
 * codes whose offices are so far apart that they identify only a city.
 */
export function findPoints(offices: Office[]) {
  const placed = offices.flatMap((office) =>
    office.position
      ? [{ office, point: project(office.position.latitude, office.position.longitude) }]
      : [],
  )
  const scattered = new Set<string>()
  const centres: Centre[] = []
  for (const [pinCode, own] of Map.groupBy(withoutStrays(placed), (one) => one.office.pinCode)) {
    const delivering = own.filter(({ office }) => office.delivers)
    if (delivering.length === 0) continue
    const centre = centreOf(pinCode, delivering)
    const witnesses = own.filter(({ office }) => !office.delivers && office.kind !== 'branch')
    if (centre.scatterKm > maxScatterKm) scattered.add(pinCode)
    else if (!isContradicted(centre, witnesses)) centres.push(centre)
  }
  const sharing = (digits: number) => Map.groupBy(centres, (one) => one.pinCode.slice(0, digits))
  const [cities, regions] = [sharing(4), sharing(3)]
  const trusted = centres.filter(
    (centre) =>
      !knownToBeWrong.has(centre.pinCode) &&
      isNotAlone(centre, regions.get(centre.pinCode.slice(0, 3)) ?? []) &&
      isInItsCity(centre, cities.get(centre.pinCode.slice(0, 4)) ?? []) &&
      isAmongItsOwn(centre, centres),
  )
  return { points: new Map(trusted.map(({ pinCode, point }) => [pinCode, point])), scattered }
}
