// `npm run pin-codes`: writes server/places/pin-codes.txt.
import { writeFileSync } from 'node:fs'
import { placeKey } from '../../contract/places.ts'
import { distanceKm } from '../../server/places/projection.ts'
import { areaName, areaOf, hasResidents } from './areas.ts'
import { cityOf, enclaves, stateOf } from './names.ts'
import { type Office, readOffices } from './offices.ts'
import { findPoints } from './points.ts'

/**
 * PIN codes that share a name get no point if one of them is further than this from their centre.
 */
const maxNamesakesKm = 10

const regionOf = ({ pinCode }: { pinCode: string }) => pinCode.slice(0, 3)

/** Returns the most common value of the offices. An office that delivers counts as ten others. */
function mostCommon(offices: Office[], field: 'district' | 'state'): string {
  const counts = new Map<string, number>()
  for (const { [field]: value, delivers } of offices)
    if (value !== '' && value !== 'NA')
      counts.set(value, (counts.get(value) ?? 0) + (delivers ? 10 : 1))
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

/** Gives the region's state to the few offices whose state is rare in their region. */
function inTheirRegion(offices: Office[]): Office[] {
  return [...Map.groupBy(offices, regionOf).values()].flatMap((region) => {
    const states = Map.groupBy(region, ({ state }) => state)
    const state = mostCommon(region, 'state')
    return region.map((office) =>
      (states.get(office.state)?.length ?? 0) * 20 > region.length || enclaves.has(office.district)
        ? office
        : { ...office, state, district: '' },
    )
  })
}

const offices = inTheirRegion(readOffices().filter(({ pinCode }) => /^[1-8]\d{5}$/.test(pinCode)))
const { points, scattered } = findPoints(offices)
const byRegion = Map.groupBy(offices, regionOf)
const byPinCode = [...Map.groupBy(offices, ({ pinCode }) => pinCode)].sort()
const places = byPinCode.flatMap(([pinCode, own]) => {
  // If an enclave's office also delivers to many villages around the enclave, only that office
  // counts.
  const enclave = own.find(({ kind, district }) => kind !== 'branch' && enclaves.has(district))
  const filed = enclave ? [enclave] : own
  const state = stateOf(pinCode, mostCommon(filed, 'state'))
  if (state === '' || !own.some(({ delivers }) => delivers)) return []
  const area = areaOf(pinCode, own)
  const around = byRegion.get(regionOf({ pinCode })) ?? []
  const city =
    cityOf(pinCode, mostCommon(filed, 'district')) ||
    (hasResidents(own) ? area : cityOf(pinCode, mostCommon(around, 'district')))
  return [{ pinCode, own, area, city, state }]
})
/**
 * The cities that have an office of the same name. The district of Kutch, for example, has none;
 * its main town is Bhuj.
 */
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
/** Each name has one point, so that a distance reveals no more than the name does. */
const pointOfName = new Map(
  [...Map.groupBy(named, placeKey)].map(([name, namesakes]) => {
    const all = namesakes.flatMap(({ point }) => point ?? [])
    const mean = (axis: 'x' | 'y') =>
      tenths(all.reduce((sum, point) => sum + point[axis], 0) / all.length)
    const middle = { x: mean('x'), y: mean('y') }
    return [name, all.every((point) => distanceKm(point, middle) <= maxNamesakesKm) && middle]
  }),
)
const states = [...new Set(named.map(({ state }) => state))].sort()
const lines = named.map(({ point, ...place }) => {
  const { pinCode, area, city, state } = place
  const shared = point && pointOfName.get(placeKey(place))
  const position = shared ? [shared.x.toFixed(1), shared.y.toFixed(1)] : []
  return [pinCode, area, city === area ? '' : city, states.indexOf(state), ...position].join('|')
})
writeFileSync(
  new URL('../../server/places/pin-codes.txt', import.meta.url),
  `${states.join('|')}\n${lines.join('\n')}\n`,
)
console.log(`${lines.length} PIN codes, ${points.size} with a point, ${scattered.size} scattered.`)
