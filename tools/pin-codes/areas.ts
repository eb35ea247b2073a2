// Finds the common name of a PIN code's area: the name of its best-known post office.
import { inTitleCase, namesOf } from './names.ts'
import type { Office } from './offices.ts'

/** The names of areas whose offices all have another name, or a name that few people use. */
const knownAreas = namesOf('area')

const kindOfOffice = String.raw`N\.?\s?D\.?\s?T?\.?\s?S\.?\s?O|[SBHM]\.?\s?O|E\.?D\.?\s?S\.?O|G\.?\s?P\.?\s?O|P\.?\s?O|NDSO|NDTSO`
const suffix = new RegExp(String.raw`[\s.,-]*(?:\(.*|\b(?:${kindOfOffice})\.?(?=$|[\s(,]).*)$`, 'i')

/** Converts 'Mannady S.O (Chennai)' to 'Mannady', and 'KOLKATA GPO' to 'Kolkata'. */
export function areaName(office: string): string {
  const bare = office.replace(suffix, '').replace(/\s+/g, ' ').trim() || office.trim()
  const name = /\p{Ll}/u.test(bare) ? bare : inTitleCase(bare)
  return name
    .replace(/(?<=.)(?: Railway Station| R\.?S\.?| City| IIT| Iit| West| East| Node \w+)$/, '')
    .replace(/(?<=^|[\s(])\p{Ll}/gu, (letter) => letter.toUpperCase())
}

const anyOf = (words: string) => String.raw`\b(?:${words.trim().split(/\s+/).join('|')})\b`

/** Words in the names of offices that serve only an institution or a market. */
const institutions = anyOf(String.raw`
  hospital college court secretariat university vidyalaya school institute? bhav?wan bhavan
  house counter extn? extension mill mills factory works press airport railway station stand
  bus rs city line lines sena army afs? camp cantt? depot office complex building bazar bazaar
  market estate hostel temple mandir society ex\.? campus kutchery kutcherry collectorate
  collectrate civil head serviceman`)
const isInstitution = new RegExp(String.raw`${institutions}|\d|\.\w`, 'i')

const isWorkplace = new RegExp(
  anyOf(String.raw`
  courts? sectt secretariate? collectorate governors\scamp (?:raj|rashtrapati|nirman|sech)\sbhawan
  press factory mills? refinery depot power\s(?:station|plant|house) thermal dam aerodrome airport
  ndc isro barc naval air\s?force bsf cisf c\.?r\.?p\.?f i\.?t\.?b\.?p`),
  'i',
)

/**
 * Whether at least 500 people probably live in the area. A post office that delivers serves 9,000
 * people on average, unless its PIN code is only for an office building, a plant or a camp.
 */
export const hasResidents = (offices: Office[]): boolean =>
  offices.some(({ delivers, name }) => delivers && !isWorkplace.test(name))

const ranks = { head: 30, sub: 20, branch: 0 } as const

function score(office: Office): number {
  const name = areaName(office.name)
  return (
    ranks[office.kind] +
    (office.delivers ? 4 : 0) -
    (isInstitution.test(name) ? 12 : 0) -
    (/\b(?:colony|nagar|road|street|chowk|sector|block)\b/i.test(name) ? 5 : 0) -
    name.split(' ').length
  )
}

export function areaOf(pinCode: string, offices: Office[]): string {
  const [best] = offices.toSorted((a, b) => score(b) - score(a) || (a.name < b.name ? -1 : 1))
  return knownAreas.get(pinCode) ?? areaName(best?.name ?? '')
}
