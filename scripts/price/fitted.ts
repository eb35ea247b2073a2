// The file that a fit leaves behind, server/pricing/fitted.json: few enough numbers to read, and what they were made from.
import type { Condition } from '#contract/book-forms.ts'
import { between, type Model } from '#server/pricing/model.ts'
import { byCondition } from './families.ts'
import type { Listing, Listings } from './listings.ts'
import { quantile } from './measure.ts'
import type { Scored } from './report.ts'

export type Constant = { low: number; predicted: number; high: number }
type Figures = Record<'maePercentOfList' | 'medianApePercent' | 'r2OfRatio' | 'insideBandPercent', number>

export type Fitted = Model & {
  about: string
  date: string
  data: { sha256: string; bytes: number; rows: number; skipped: number; books: number; medianListPrice: number }
  crossValidated: { model: Figures; baseline: Figures }
  grid: string
  /** The baseline: one share per condition, and the middle 80% of the shares. */
  constants: Record<Condition, Constant>
  /** Per condition, how many listings lie between each two knots of age. */
  listings: Record<Condition, number[]>
}

const figuresOf = ({ maeShare, medianApe, r2, inside }: Scored): Figures => ({
  maePercentOfList: Number((100 * maeShare).toFixed(2)),
  medianApePercent: Number((100 * medianApe).toFixed(2)),
  r2OfRatio: Number(r2.toFixed(3)),
  insideBandPercent: Number((100 * inside).toFixed(1)),
})

export const ratiosOf = (rows: readonly Listing[], condition: Condition): number[] =>
  rows.flatMap((row) => (row.condition === condition ? [row.ratio] : []))

export function constantsOf(rows: readonly Listing[]): Record<Condition, Constant> {
  return byCondition((condition) => {
    const at = (share: number) => Number(quantile(ratiosOf(rows, condition), share).toFixed(4))
    return { low: at(0.1), predicted: at(0.5), high: at(0.9) }
  })
}

export function describe(
  { rows, books, skipped, sha256, bytes }: Listings,
  model: Model,
  grid: string,
  medianListPrice: number,
  crossValidated: { model: Scored; baseline: Scored },
  date: string,
): Fitted {
  const { ages } = model.predicted
  return {
    about:
      'Made by npm run price:fit; docs/pricing.md is its card. Shares of the list price by condition; rows are ages, columns list prices.',
    date,
    data: { sha256, bytes, rows: rows.length, skipped, books, medianListPrice },
    crossValidated: { model: figuresOf(crossValidated.model), baseline: figuresOf(crossValidated.baseline) },
    grid,
    ...model,
    constants: constantsOf(rows),
    listings: byCondition((condition) => {
      const counts = ages.slice(1).map(() => 0)
      for (const row of rows)
        if (row.condition === condition) {
          const [knot] = between(ages, row.age)
          counts[knot] = (counts[knot] ?? 0) + 1
        }
      return counts
    }),
  }
}

/** JSON with each list of numbers on one line, as the formatter wants it. */
export function toJson(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one === 'number')) return `[${value.join(', ')}]`
    return `[\n${value.map((one) => deeper + toJson(one, deeper)).join(',\n')}\n${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    const short = `{ ${fields.map(([name, one]) => `${JSON.stringify(name)}: ${toJson(one)}`).join(', ')} }`
    if (fields.every(([, one]) => typeof one === 'number') && indent.length + short.length < 100) return short
    return `{\n${fields.map(([name, one]) => `${deeper}${JSON.stringify(name)}: ${toJson(one, deeper)}`).join(',\n')}\n${indent}}`
  }
  return JSON.stringify(value)
}
