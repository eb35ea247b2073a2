// What `npm run bench:exchange` prints and writes into docs/exchange-matching.md.
import { bars, type FirstRings, type LargeMarket, type SmallMarket } from './measure.ts'

const fixed = (value: number, digits = 1) => value.toFixed(digits)
const percent = (share: number) => `${fixed(share * 100)}%`
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0
const range = (values: readonly number[], digits = 1) =>
  `${fixed(Math.min(...values), digits)}–${fixed(Math.max(...values), digits)}`
const verdict = (isMet: boolean) => (isMet ? 'met' : '**missed**')

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n')

function smallRows(small: readonly SmallMarket[]) {
  const shares = small.map(({ matching, most }) => (most === 0 ? 1 : matching.people / most))
  const proven = (aim: 'people' | 'money' | 'km') =>
    small.filter(({ matching }) => matching.report.proven[aim]).length
  const least = Math.min(...shares)
  const of = `${small.length} markets of 300 people`
  return [
    [
      `${of}: partners a person`,
      `${fixed(mean(small.map((one) => one.partners)))} (${range(small.map((one) => one.partners))})`,
      `${bars.partners.join(' to ')}`,
    ],
    [
      `${of}: people served, of the most`,
      `${percent(mean(shares))}, at least ${percent(least)}`,
      `97% on each: ${verdict(least >= bars.share)}`,
    ],
    [
      `${of}: at the optimum`,
      `${shares.filter((share) => share === 1).length} of ${small.length}`,
      '',
    ],
    [
      `${of}: proven by the matching itself`,
      `people ${proven('people')}, money ${proven('money')}, ways ${proven('km')}`,
      '',
    ],
    [
      `${of}: seconds`,
      `${fixed(mean(small.map((one) => one.seconds)))} (${range(small.map((one) => one.seconds))}), processor ${fixed(mean(small.map((one) => one.processor)))} (${range(small.map((one) => one.processor))})`,
      '',
    ],
  ]
}

function largeRows(large: readonly LargeMarket[]) {
  return large.flatMap(({ matching, ...one }, at) => {
    const { mostPeople = 0, candidates, cutOff } = matching.report
    const of = `5,000 copies and 5,000 wants, market ${at + 1}`
    const isMet = one.processor <= bars.largeSeconds
    return [
      [`${of}: partners a person`, fixed(one.partners), `${bars.partners.join(' to ')}`],
      [
        `${of}: seconds`,
        `${fixed(one.seconds)}, processor ${fixed(one.processor)}`,
        `10 s on one core: ${verdict(isMet)}`,
      ],
      [
        `${of}: people served`,
        `${matching.people}, at most ${mostPeople}: gap ${percent((mostPeople - matching.people) / matching.people)}`,
        '',
      ],
      [
        `${of}: sets of people with a ring`,
        `${candidates.toLocaleString('en')}${cutOff ? `, ${cutOff} people cut off` : ''}`,
        '',
      ],
      [`${of}: before HiGHS`, `${one.firstPeople} people in ${fixed(one.firstSeconds)} s`, ''],
    ]
  })
}

function firstRows(name: string, { seconds, processor, found, cutOff }: FirstRings) {
  const p95 = quantile(seconds, 0.95)
  const ms = (value: number) => `${fixed(value * 1000, 0)} ms`
  return [
    [
      `first ring after a new want, ${name}`,
      `p50 ${ms(quantile(seconds, 0.5))}, p95 ${ms(p95)}, processor at most ${ms(Math.max(...processor))}`,
      `p95 within 1 s: ${verdict(p95 <= bars.firstSeconds)}`,
    ],
    [`of these ${seconds.length}`, `${found} had a ring, ${cutOff} searches cut off`, ''],
  ]
}

const sizeRow = (name: string, served: readonly number[]) => {
  const [pairs = 0] = served
  const more = (people: number) =>
    pairs === 0
      ? `${people}`
      : `${people} (${people > pairs ? '+' : ''}${fixed((people / pairs - 1) * 100, 0)}%)`
  return [name, pairs, ...served.slice(1).map(more)]
}

export function report(
  machine: string,
  small: readonly SmallMarket[],
  large: readonly LargeMarket[],
  first: { free: FirstRings; taken: FirstRings },
): string {
  const served = small.map((one) => one.served)
  const total = (served[0] ?? []).map((_, size) => sum(served.map((one) => one[size] ?? 0)))
  return [
    `Measured on ${machine}.`,
    table(
      ['what', 'figure', 'bar'],
      [
        ...smallRows(small),
        ...largeRows(large),
        ...firstRows('half of the rings proposed', first.taken),
        ...firstRows('none proposed', first.free),
      ],
    ),
    'People served with rings of up to so many (and how many more than with pairs):',
    table(
      ['market', '2', '3', '4', '5'],
      [
        sizeRow(`${small.length} of 300 people, together`, total),
        ...large.map((one, at) => sizeRow(`5,000 copies, market ${at + 1}`, one.served)),
      ],
    ),
  ].join('\n\n')
}

const marks = ['<!-- bench: exchange -->', '<!-- /bench -->'] as const
/** The text with `section` between its marks. Throws where it has none. */
export function writeSection(text: string, section: string): string {
  const [from, to] = [text.indexOf(marks[0]), text.indexOf(marks[1])]
  if (from < 0 || to < from) throw new Error('The document has no place for the table.')
  return `${text.slice(0, from + marks[0].length)}\n\n${section}\n\n${text.slice(to)}`
}

export const isMissed = (text: string): boolean => text.includes('**missed**')
