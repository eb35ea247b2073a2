// Where a PIN code is: the middle of its delivery offices, without those that can't be right.
import { distanceKm, type MapPoint, project } from '../../server/places/projection.ts'
import type { Office } from './offices.ts'

/** Points that lie further apart than this say no more than which city it is. */
const maxScatterKm = 10
/** Of the offices nearest to a PIN code, so many are looked at for one of the same region. */
const neighbours = 12
/** Nothing in the data says so, but a map does. */
const knownToBeWrong = new Set(['507001', '713301'])

type Placed = { office: Office; point: MapPoint }
type Centre = { point: MapPoint; scatterKm: number; placed: Placed[] }

const weights = { head: 3, sub: 3, branch: 1 } as const

const quantile = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

/**
 * The point with the smallest sum of distances to all, by Weiszfeld's steps: where less than half
 * of them are wrong, it isn't moved far.
 */
function middleOf(points: MapPoint[], weightOf = (_index: number) => 1): MapPoint {
  let middle = {
    x: quantile(
      points.map(({ x }) => x),
      0.5,
    ),
    y: quantile(
      points.map(({ y }) => y),
      0.5,
    ),
  }
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

const geometricMedian = (placed: Placed[]): MapPoint =>
  middleOf(
    placed.map(({ point }) => point),
    (index) => weights[placed[index]?.office.kind ?? 'branch'],
  )

/** The middle of offices of one PIN code, once those are dropped that lie far from most others. */
function centreOf(placed: Placed[]): Centre {
  const point = geometricMedian(placed)
  const distances = placed.map((one) => distanceKm(one.point, point))
  const limit = 5 + 3 * quantile([...distances], 0.5)
  const near = placed.filter((_, index) => (distances[index] ?? 0) <= limit)
  if (near.length < placed.length && near.length > 0) return centreOf(near)
  return { point, scatterKm: quantile(distances, 0.75), placed }
}

const placedOf = (offices: Office[]): Placed[] =>
  offices.flatMap((office) =>
    office.position
      ? [{ office, point: project(office.position.latitude, office.position.longitude) }]
      : [],
  )

/** Drops the offices that lie far from what shares the first three digits, or from the state. */
function withoutStrays(placed: Placed[]): Placed[] {
  const regions = Map.groupBy(placed, ({ office }) => office.pinCode.slice(0, 3))
  return [...regions.values()].flatMap((region) => {
    const middle = geometricMedian(region)
    const distances = region.map(({ point }) => distanceKm(point, middle))
    const limit = 10 + 3 * quantile([...distances], 0.6)
    return region.filter((_, index) => (distances[index] ?? 0) <= limit)
  })
}

const sharing = (digits: number, all: Map<string, Centre>) =>
  Map.groupBy(all, ([pinCode]) => pinCode.slice(0, digits))

/** Whether one of the PIN codes that are nearest begins with the same three digits. */
function isAmongItsOwn(pinCode: string, { point }: Centre, all: Map<string, Centre>): boolean {
  const region = pinCode.slice(0, 3)
  const nearest: { other: string; km: number }[] = []
  for (const [other, centre] of all) {
    const km = distanceKm(point, centre.point)
    if (other === pinCode || km >= (nearest[neighbours - 1]?.km ?? Infinity)) continue
    nearest.push({ other, km })
    nearest.sort((a, b) => a.km - b.km).splice(neighbours)
  }
  return nearest.some(({ other }) => other.startsWith(region))
}

/**
 * Whether another PIN code of the city is near, where the ten with the same first five digits are
 * a city's.
 */
function isInItsCity(pinCode: string, { point }: Centre, city: [string, Centre][]): boolean {
  const others = city.filter(([other]) => other !== pinCode)
  const ten = others.filter(([other]) => other.startsWith(pinCode.slice(0, 5)))
  const middle = middleOf(ten.map(([, centre]) => centre.point))
  const spread = quantile(
    ten.map(([, centre]) => distanceKm(centre.point, middle)),
    0.6,
  )
  if (ten.length < 2 || spread > 8) return true
  return others.some(([, centre]) => distanceKm(centre.point, point) <= 7)
}

/** Some offices write degrees, minutes and seconds as one decimal: 22.3425 is 22° 34' 25". */
function readAsSeconds({ position }: Office): MapPoint {
  const degrees = (value: number) => {
    const seconds = Math.round((value % 1) * 10_000)
    return Math.floor(value) + Math.floor(seconds / 100) / 60 + (seconds % 100) / 3600
  }
  return project(degrees(position?.latitude ?? 0), degrees(position?.longitude ?? 0))
}

/**
 * Whether offices of the PIN code that don't deliver lie elsewhere, and agree where: then one or
 * two delivery offices are likely to be wrong.
 */
function isContradicted({ point, placed }: Centre, witnesses: Placed[]): boolean {
  if (placed.length > 2) return false
  const others = witnesses.filter(
    ({ office, point: at }) =>
      distanceKm(at, point) > 6 && distanceKm(readAsSeconds(office), point) > 6,
  )
  if (others.length < 2 || others.length * 2 <= witnesses.length) return false
  const middle = geometricMedian(others)
  return others.filter((other) => distanceKm(other.point, middle) < 3).length * 2 > others.length
}

/** Whether a PIN code with one or two offices has another one of its region near. */
const isNotAlone = (pinCode: string, { point, placed }: Centre, region: [string, Centre][]) =>
  placed.length > 2 ||
  region.some(([other, centre]) => other !== pinCode && distanceKm(centre.point, point) <= 25)

/**
 * The point of each PIN code that has a trustworthy one, and those whose offices are `scattered` so
 * far that only their city can be named.
 */
export function findPoints(offices: Office[]) {
  const all = withoutStrays(placedOf(offices))
  const byPinCode = Map.groupBy(all, ({ office }) => office.pinCode)
  const centres = new Map<string, Centre>()
  const scattered = new Set<string>()
  for (const [pinCode, own] of byPinCode) {
    const delivering = own.filter(({ office }) => office.delivers)
    if (delivering.length === 0) continue
    const centre = centreOf(delivering)
    const witnesses = own.filter(({ office }) => !office.delivers && office.kind !== 'branch')
    if (centre.scatterKm > maxScatterKm) scattered.add(pinCode)
    else if (!isContradicted(centre, witnesses)) centres.set(pinCode, centre)
  }
  const cities = sharing(4, centres)
  const regions = sharing(3, centres)
  const points = new Map<string, MapPoint>()
  for (const [pinCode, centre] of centres)
    if (
      !knownToBeWrong.has(pinCode) &&
      isNotAlone(pinCode, centre, regions.get(pinCode.slice(0, 3)) ?? []) &&
      isInItsCity(pinCode, centre, cities.get(pinCode.slice(0, 4)) ?? []) &&
      isAmongItsOwn(pinCode, centre, centres)
    )
      points.set(pinCode, centre.point)
  return { points, scattered }
}
