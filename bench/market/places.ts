// Where the sellers are: half of them in the large cities, the others anywhere.
import { type Random, seeded } from '#server/demo/random.ts'
import { type PlaceColumns, placeColumns } from '#server/places/places.ts'
import { readTable } from '#server/places/table.ts'

const largeCities = new Set([
  'Mumbai',
  'Delhi',
  'Bengaluru',
  'Hyderabad',
  'Chennai',
  'Kolkata',
  'Pune',
])
const largeCityShare = 0.5

type PinCodes = { all: readonly string[]; inLargeCities: readonly string[] }
let known: PinCodes | undefined

function pinCodes(): PinCodes {
  if (known) return known
  const places = [...readTable().values()].filter(({ point }) => point)
  const codesOf = (some: typeof places) => some.map(({ pinCode }) => pinCode)
  known = {
    all: codesOf(places),
    inLargeCities: codesOf(places.filter(({ city }) => largeCities.has(city))),
  }
  return known
}

/** A PIN code whose point is known. */
export const drawPinCode = (random: Random): string =>
  random.pick(random.chance(largeCityShare) ? pinCodes().inLargeCities : pinCodes().all)

/** The place of a seller, the same each time. */
export const placeOfSeller = (number: number): PlaceColumns =>
  placeColumns(drawPinCode(seeded(`bench place ${number}`)))

/** As a table file has it: PIN code, city, point. */
export const placeCells = ({ pin_code, city, location }: PlaceColumns) => [pin_code, city, location]
