// docs/performance.md: the rows of the cases that were run take the place of their earlier ones,
// the others stay as they are.
import type { ReportRow } from './combine.ts'

export type Measurement = {
  /** Commit and time: what the rows name as when they were measured. */
  key: string
  machine: string
  rows: ReportRow[]
}

const columns = [
  ...['case', 'what', 'figure', 'beside it', 'share', 'p50', 'p99', 'processor', 'memory'],
  ...['spread', 'bar', 'notes', 'measured'],
]

const number = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
const optional = (value: number | undefined, unit: string) =>
  value === undefined ? '' : `${number(value)} ${unit}`
const percent = (share: number | undefined) =>
  share === undefined ? '' : `${number(share * 100)} %`

const figureOf = ({ figure, outOf, unit }: ReportRow) =>
  `${number(figure)} ${outOf === undefined ? '' : `of ${number(outOf)} `}${unit}`

/** The cells of a row, without the one that says when it was measured. */
export const cellsOf = (row: ReportRow): string[] => [
  ...[row.case, row.of, figureOf(row)],
  row.beside ? `${row.beside.name}: ${number(row.beside.figure)}` : '',
  ...[percent(row.share), optional(row.p50, 'ms'), optional(row.p99, 'ms')],
  ...[optional(row.micros, 'µs'), optional(row.memory, 'MB')],
  ...[percent(row.spread), row.verdict, row.note],
]

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const introduction = `# Performance

Written by \`npm run bench\`; don't edit. \`npm run bench -- CASE\` measures one case anew and leaves the other rows as they are.
Each row is the median of its runs, \`spread\` what lies between the fastest and the slowest of them; what is counted is added up.
\`beside it\` was measured in the same run: a bare \`node:http\` server that sends the same bytes to the same requests from the same
load generator, or \`pgbench\`. \`processor\` is what the server took for one answer, which a busy machine changes less than the figure.
Some rows have nothing beside them, as rendered pages and questions one at a time: their bar is a rate, or a time, or there is none.
A commit with a plus had changes that weren't committed.`

const caseOf = (row: string) => row.split('|')[1]?.trim() ?? ''
const keyOf = (row: string) => row.split('|').at(-2)?.trim() ?? ''

function readLines(text: string): { rows: string[]; machines: string[] } {
  const lines = text.split('\n')
  return {
    rows: lines.filter((one) => one.startsWith('| ')).slice(1),
    machines: lines.filter((one) => one.startsWith('- ')),
  }
}

/** The new text of the file; `cases` are the names of all cases, in their order. */
export function writeTable(
  earlier: string,
  { key, machine, rows }: Measurement,
  cases: readonly string[],
): string {
  const before = readLines(earlier)
  const measured = new Set(rows.map((row) => row.case))
  const kept = before.rows.filter((row) => !measured.has(caseOf(row)))
  const fresh = rows.map((row) => line([...cellsOf(row), key]))
  const all = cases.flatMap((name) => [...kept, ...fresh].filter((row) => caseOf(row) === name))
  const keys = new Set(all.map(keyOf))
  const machines = [...before.machines, `- ${key}: ${machine}`].filter((one) =>
    keys.has(one.slice(2).split(': ')[0] ?? ''),
  )
  const head = [line(columns), line(columns.map(() => '---')).replaceAll(' ', '')]
  return `${introduction}\n\n${[...head, ...all].join('\n')}\n\n## Measured on\n\n${[...new Set(machines)].join('\n')}\n`
}
