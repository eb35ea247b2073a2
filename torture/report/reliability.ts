// The torture's part of docs/reliability.md, between two markers; the rest is written by hand.
import type { Outcome } from '#torture/torture-case.ts'

export type Report = {
  /** Commit and time. */
  key: string
  machine: string
  rows: readonly (Outcome & { case: string; seconds: number })[]
}

export const [begin, end] = ['<!-- torture: begin -->', '<!-- torture: end -->']
const head = ['test', 'tried', 'survived', 'lost', 'notes', 'measured']

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const number = (value: number) => value.toLocaleString('en')
/** Notes may quote an answer. */
const text = (value: string) => value.replace(/\s+/g, ' ').replaceAll('|', '\\|')

export const cellsOf = ({ test, tried, survived, lost, note = '' }: Outcome): string[] => [
  text(test),
  ...[tried, survived, lost].map(number),
  text(note),
]

const anchorOf = (name: string) => `<!-- ${name} -->`

/** Rows of cases that weren't run stay as they are. */
function keptRows(section: string, run: ReadonlySet<string>): string[] {
  return section.split('\n').filter((row) => {
    const [, name] = /<!-- (\S+) --> \|$/.exec(row) ?? []
    return name !== undefined && !run.has(name)
  })
}

/** The file with the new figures. Throws where the markers are missing. */
export function writeReport(
  file: string,
  { key, machine, rows }: Report,
  names: readonly string[],
) {
  const [start, stop] = [file.indexOf(begin), file.indexOf(end)]
  if (start === -1 || stop < start) throw new Error(`The markers ${begin} and ${end} are missing.`)
  const section = file.slice(start, stop)
  const fresh = rows.map((row) => line([...cellsOf(row), `${key} ${anchorOf(row.case)}`]))
  const kept = keptRows(section, new Set(rows.map((row) => row.case)))
  const all = names.flatMap((name) =>
    [...kept, ...fresh].filter((row) => row.endsWith(`${anchorOf(name)} |`)),
  )
  const machines = section.split('\n').filter((one) => one.startsWith('- '))
  const used = [...new Set([...machines, `- ${key}: ${machine}`])].filter((one) =>
    all.some((row) => row.includes(`| ${one.slice(2).split(': ')[0]} `)),
  )
  const table = [line(head), line(head.map(() => '---')), ...all]
  return `${file.slice(0, start)}${begin}\n\n${table.join('\n')}\n\nMeasured on:\n\n${used.join('\n')}\n\n${file.slice(stop)}`
}
