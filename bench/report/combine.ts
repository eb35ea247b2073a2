import type { Bar, Measured } from '#bench/cases/bench-case.ts'

/** One line of the table: the medians of all runs, or what was counted in all of them. */
export type ReportRow = Omit<Measured, 'note'> & {
  case: string
  share?: number
  /** Between the fastest and the slowest run, as a share of the median; not of what is counted. */
  spread?: number
  verdict: string
  note: string
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const medianOf = (values: (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : median(known)
}

const percent = (share: number) => Math.ceil(share * 100)
const rounded = (value: number) => Math.round(value).toLocaleString('en')

/** What a bar asks for, and how far the figure is from it; 0 or less if it is met. */
function readBar(bar: Bar, figure: number, share: number): { bound: string; missing: number } {
  if ('share' in bar)
    return { bound: `≥ ${Math.round(bar.share * 100)} %`, missing: 1 - share / bar.share }
  if ('times' in bar) return { bound: `≤ ${bar.times} times`, missing: share / bar.times - 1 }
  return 'atLeast' in bar
    ? { bound: `≥ ${rounded(bar.atLeast)}`, missing: 1 - figure / bar.atLeast }
    : {
        bound: `≤ ${rounded(bar.atMost)}`,
        missing: figure <= bar.atMost ? 0 : figure / bar.atMost - 1,
      }
}

function describeBar(bar: Bar, figure: number, share: number): string {
  const { bound, missing } = readBar(bar, figure, share)
  if (missing <= 0) return `${bound}: met`
  // Of 0 nothing is a share.
  const by = Number.isFinite(missing) ? `${percent(missing)} %` : rounded(figure)
  return `${bound}: ${bound.startsWith('≥') ? 'short' : 'over'} by ${by}`
}

const spreadOf = (figures: readonly number[], middle: number): number =>
  middle === 0 ? 0 : (Math.max(...figures) - Math.min(...figures)) / middle

function combineRow(name: string, runs: Measured[]): ReportRow {
  const [first] = runs as [Measured]
  const pick = (value: (run: Measured) => number | undefined) => medianOf(runs.map(value))
  const figures = runs.map(({ figure }) => figure)
  const isCount = first.outOf !== undefined
  // A median would hide what went wrong in one run.
  const figure = isCount ? sum(figures) : median(figures)
  const beside = pick((run) => run.beside?.figure)
  const share = pick((run) => run.beside && run.figure / run.beside.figure)
  const optional = {
    p50: pick((run) => run.p50),
    p99: pick((run) => run.p99),
    micros: pick((run) => run.micros),
    memory: pick((run) => run.memory),
    share,
    outOf: isCount ? sum(runs.map(({ outOf = 0 }) => outOf)) : undefined,
    spread: isCount ? undefined : spreadOf(figures, figure),
    ...(first.beside && beside !== undefined && { beside: { ...first.beside, figure: beside } }),
  }
  return {
    case: name,
    of: first.of,
    unit: first.unit,
    figure,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<ReportRow>),
    verdict: (first.bars ?? []).map((bar) => describeBar(bar, figure, share ?? 0)).join(', '),
    note: [...new Set(runs.map(({ note }) => note ?? '').filter((note) => note !== ''))].join('; '),
  }
}

/** The rows of a case, in the order of its first run. */
export function combineRuns(name: string, runs: Measured[][]): ReportRow[] {
  const [first = []] = runs
  return first.map(({ of }) =>
    combineRow(
      name,
      runs.flatMap((rows) => rows.filter((row) => row.of === of)),
    ),
  )
}
