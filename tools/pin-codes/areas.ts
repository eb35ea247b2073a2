// What people call the area of a PIN code: the name of the office that most know.
import { inTitleCase } from './cities.ts'
import type { Office } from './offices.ts'

/** Areas that no office of theirs is called by, or by a name that few use. */
const knownAs: Record<string, string> = {
  '110001': 'Connaught Place',
  '110009': 'Model Town',
  '110017': 'Malviya Nagar',
  '110058': 'Janakpuri',
  '110085': 'Rohini',
  '110092': 'Laxmi Nagar',
  '226010': 'Gomti Nagar',
  '226016': 'Indira Nagar',
  '302017': 'Malviya Nagar',
  '400001': 'Fort',
  '403802': 'Vasco da Gama',
  '411001': 'Pune Camp',
  '411007': 'Aundh',
  '421201': 'Dombivli',
  '500001': 'Abids',
  '560001': 'MG Road',
  '560034': 'Koramangala',
  '560037': 'Marathahalli',
  '560100': 'Electronic City',
  '560102': 'HSR Layout',
  '600001': 'George Town',
  '600042': 'Velachery',
  '700001': 'BBD Bagh',
  '700073': 'College Street',
  '713209': 'Durgapur',
  '721302': 'Kharagpur',
  '800020': 'Kankarbagh',
}

const kindsOfOffices = [
  ...[String.raw`N\.?\s?D\.?\s?T?\.?\s?S\.?\s?O`, String.raw`[SBHM]\.?\s?O`],
  ...[String.raw`E\.?D\.?\s?S\.?O`, String.raw`G\.?\s?P\.?\s?O`, String.raw`P\.?\s?O`],
  ...['NDSO', 'NDTSO'],
].join('|')
const suffix = new RegExp(
  String.raw`[\s.,-]*(?:\(.*|\b(?:${kindsOfOffices})\.?(?=$|[\s(,]).*)$`,
  'i',
)

/** 'Mannady S.O (Chennai)' as 'Mannady', 'KOLKATA GPO' as 'Kolkata'. */
export function areaName(office: string): string {
  const bare = office.replace(suffix, '').replace(/\s+/g, ' ').trim() || office.trim()
  const name = /\p{Ll}/u.test(bare) ? bare : inTitleCase(bare)
  return name
    .replace(/(?<=.)(?: Railway Station| R\.?S\.?| City| IIT| Iit| West| East| Node \w+)$/, '')
    .replace(/(?<=^|[\s(])\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** Of an institution, a market or a camp inside an area that has a name itself. */
const institutions = String.raw`
  hospital college court secretariat university vidyalaya school institute? bhav?wan bhavan
  house counter extn? extension mill mills factory works press airport railway station stand
  bus rs city line lines sena army afs? camp cantt? depot office complex building bazar bazaar
  market estate hostel temple mandir society ex\.? campus kutchery kutcherry collectorate
  collectrate civil head serviceman`
const isInstitution = new RegExp(
  String.raw`\b(?:${institutions.trim().split(/\s+/).join('|')})\b|\d|\.\w`,
  'i',
)

const workplaces = [
  ...['courts?', 'sectt', 'secretariate?', 'collectorate', 'governors camp'],
  ...['(?:raj|rashtrapati|nirman|sech) bhawan', 'press', 'factory', 'mills?', 'refinery', 'depot'],
  ...[
    'power (?:station|plant|house)',
    'thermal',
    'dam',
    'aerodrome',
    'airport',
    'ndc',
    'isro',
    'barc',
  ],
  ...['naval', 'air ?force', 'bsf', 'cisf', String.raw`c\.?r\.?p\.?f`, String.raw`i\.?t\.?b\.?p`],
]
const isWorkplace = new RegExp(String.raw`\b(?:${workplaces.join('|')})\b`, 'i')

/**
 * Whether at least 500 people can live in the area. A post office that delivers serves 9,000 people
 * on average, unless its PIN code is only for an office building, a plant or a camp.
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
  const [best] = [...offices].sort((a, b) => score(b) - score(a) || (a.name < b.name ? -1 : 1))
  return knownAs[pinCode] ?? areaName(best?.name ?? '')
}
