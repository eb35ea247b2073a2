// Finds the common names of a PIN code's city and state.
import { readFileSync } from 'node:fs'

const entries = readFileSync(new URL('names.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|'))

/**
 * Returns the names of one kind in names.txt. Their keys are PIN codes, first digits of PIN codes,
 * or official names.
 */
export const namesOf = (kind: 'area' | 'city' | 'district' | 'state'): Map<string, string> =>
  new Map(
    entries.flatMap(([of, keys = '', name = '']) =>
      of === kind ? keys.split(',').map((key) => [key, name] as const) : [],
    ),
  )

const cities = namesOf('city')
const districts = namesOf('district')
const states = namesOf('state')
const small = new Set(['and', 'da', 'of', 'the'])
const initials = new Set(['bhel', 'midc', 'pau', 'rgpv', 'srpf', 'tiet', 'vtps'])

/** Converts 'JAMMU AND KASHMIR' to 'Jammu and Kashmir'. */
export const inTitleCase = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\p{L}\p{M}]+/gu, (word) =>
      initials.has(word)
        ? word.toUpperCase()
        : small.has(word)
          ? word
          : word[0]?.toUpperCase() + word.slice(1),
    )

/**
 * Returns the city listed for the most first digits of the PIN code, or else the district's city.
 */
export function cityOf(pinCode: string, district: string): string {
  for (let digits = pinCode.length; digits >= 3; digits--) {
    const city = cities.get(pinCode.slice(0, digits))
    if (city !== undefined) return city
  }
  return districts.get(district) ?? inTitleCase(district)
}

/**
 * Returns the state's name, corrected for the few PIN codes whose state is missing or wrong in the
 * source.
 */
export const stateOf = (pinCode: string, state: string): string =>
  states.get(pinCode) ?? states.get(state) ?? inTitleCase(state)

/** Districts of union territories that are surrounded by a state. */
export const enclaves: ReadonlySet<string> = new Set([
  ...['MAHE', 'YANAM', 'KARAIKAL', 'PONDICHERRY'],
  ...['DIU', 'DAMAN', 'DADRA AND NAGAR HAVELI'],
])
