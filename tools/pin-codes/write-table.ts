// Writes server/places/pin-codes.txt: npm run pin-codes
import { writeFileSync } from 'node:fs'
import { placeKey } from '../../contract/places.ts'
import { distanceKm } from '../../server/places/projection.ts'
import { areaName, areaOf, hasResidents } from './areas.ts'
import { cityOf, enclaves, stateOf, stateOfPinCode } from './cities.ts'
import { compareWithKnown } from './known-places.ts'
import { type Office, readOffices } from './offices.ts'
import { findPoints } from './points.ts'

/** PIN codes with one name have no point where they lie farther from their middle. */
const maxNamesakesKm = 10

/** What most offices say; those that deliver before the others. */
function mostCommon(offices: Office[], read: (office: Office) => string): string | undefined {
  const counts = new Map<string, number>()
  for (const office of offices) {
    const value = read(office)
    const weight = office.delivers ? 10 : 1
    if (value !== '' && value !== 'NA') counts.set(value, (counts.get(value) ?? 0) + weight)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** A few offices are filed under a state that isn't one of their region: they get the region's. */
function inTheirRegion(offices: Office[]): Office[] {
  const regions = Map.groupBy(offices, ({ pinCode }) => pinCode.slice(0, 3))
  return [...regions.values()].flatMap((region) => {
    const states = Map.groupBy(region, ({ state }) => state)
    const state = mostCommon(region, (office) => office.state) ?? ''
    return region.map((office) =>
      (states.get(office.state)?.length ?? 0) * 20 > region.length || enclaves.has(office.district)
        ? office
        : { ...office, state, district: '' },
    )
  })
}

const all = readOffices().filter(({ pinCode }) => /^[1-8]\d{5}$/.test(pinCode))
const offices = inTheirRegion(all)
const { points, scattered } = findPoints(offices)
const byPinCode = [...Map.groupBy(offices, ({ pinCode }) => pinCode)].sort()
const byRegion = Map.groupBy(offices, ({ pinCode }) => pinCode.slice(0, 3))
/** The most common city of the offices around one without a district. */
const cityAround = (pinCode: string): string =>
  cityOf(
    pinCode,
    mostCommon(byRegion.get(pinCode.slice(0, 3)) ?? [], ({ district }) => district) ?? '',
  )
const places = byPinCode.flatMap(([pinCode, own]) => {
  // The office of an enclave also delivers to many villages around it.
  const enclave = own.find(({ kind, district }) => kind !== 'branch' && enclaves.has(district))
  const filed = enclave ? [enclave] : own
  const state = stateOfPinCode[pinCode] ?? mostCommon(filed, (office) => office.state)
  const district = mostCommon(filed, (office) => office.district) ?? ''
  if (!state || !own.some(({ delivers }) => delivers)) return []
  const area = areaOf(pinCode, own)
  const city = cityOf(pinCode, district) || (hasResidents(own) ? area : cityAround(pinCode))
  return [{ pinCode, own, area, city, state: stateOf(state) }]
})
/** Some districts are called like none of their towns: Bhuj is in Kutch. */
const towns = new Set(
  places.flatMap(({ own, city, state }) =>
    own.some(({ name }) => areaName(name) === city) ? [`${city}, ${state}`] : [],
  ),
)
const tenths = (km: number) => Math.round(km * 10) / 10
const named = places.map(({ pinCode, own, area, city, state }) => {
  const isPopulated = hasResidents(own)
  const isOnlyCity = !isPopulated || (scattered.has(pinCode) && towns.has(`${city}, ${state}`))
  const at = isPopulated ? points.get(pinCode) : undefined
  const point = at && { x: tenths(at.x), y: tenths(at.y) }
  return { pinCode, area: isOnlyCity ? city : area, city, state, point }
})
/** One point for each name, so that distances reveal no more than it; none where it is too far. */
const pointOfName = new Map(
  [...Map.groupBy(named, placeKey)].map(([name, namesakes]) => {
    const all = namesakes.flatMap(({ point }) => point ?? [])
    const mean = (axis: 'x' | 'y') =>
      tenths(all.reduce((sum, point) => sum + point[axis], 0) / all.length)
    const middle = { x: mean('x'), y: mean('y') }
    return [name, all.every((point) => distanceKm(point, middle) <= maxNamesakesKm) && middle]
  }),
)
const lines = named.map(({ point, ...place }) => {
  const shared = point && pointOfName.get(placeKey(place))
  const position = shared ? [shared.x.toFixed(1), shared.y.toFixed(1)] : []
  return [place.pinCode, place.area, place.city, place.state, ...position].join('|')
})
const states = [...new Set(lines.map((line) => line.split('|')[3] ?? ''))].sort()
const shortened = lines.map((line) => {
  const [pinCode, area, city = '', state = '', ...point] = line.split('|')
  return [pinCode, area, city === area ? '' : city, states.indexOf(state), ...point].join('|')
})
writeFileSync(
  new URL('../../server/places/pin-codes.txt', import.meta.url),
  `${states.join('|')}\n${shortened.join('\n')}\n`,
)

const compared = compareWithKnown()
const distances = compared.flatMap(({ offKm }) => offKm ?? []).sort((a, b) => a - b)
const at = (share: number) => distances[Math.floor((distances.length - 1) * share)]?.toFixed(1)
console.log(`${lines.length} PIN codes, ${points.size} with a point, ${scattered.size} scattered.`)
console.log(
  `Of ${compared.length} known places ${distances.length} have a point:`,
  `half are at most ${at(0.5)} km off, nine of ten ${at(0.9)} km, all ${at(1)} km.`,
)
for (const { known, place, offKm } of compared) {
  const wrong = (['area', 'city', 'state'] as const).filter(
    (name) => known[name] !== undefined && known[name] !== place?.[name],
  )
  const off = offKm ? `, ${offKm.toFixed(1)} km off` : ''
  if (wrong.length > 0 || (offKm ?? 0) > 5)
    console.log(
      `${known.pinCode}: ${known.area ?? '…'}, ${known.city}, ${known.state}`,
      `is ${place?.area}, ${place?.city}, ${place?.state}${off}`,
    )
}
