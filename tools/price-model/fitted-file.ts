// The content of server/pricing/fitted.json: the model, its figures, and facts of the data.
import type { Condition } from '../../contract/books/book-forms.ts'
import { binOf, type ConditionGrade, type Model } from '../../server/pricing/model.ts'
import type { Interval, Intervals } from './bootstrap.ts'
import type { Scored } from './evaluation.ts'
import type { Listing, Listings } from './listings.ts'
import { quantile } from './metrics.ts'
import { byCondition, medianRatio, ratiosOf } from './models.ts'
import { edgesOf } from './price-band.ts'
import type { DataVariances } from './title-knowledge.ts'

type Constant = { low: number; predicted: number; high: number }
type Figures = Record<
  'maePercentOfList' | 'medianApePercent' | 'r2OfRatio' | 'insideBandPercent',
  number
>
/** The middle 95% over samples of the books. */
type IntervalFigures = Record<
  'maePercentOfList' | 'medianApePercent' | 'insideBandPercent',
  Interval
>
/**
 * The numbers of listings between edges of age and of list price (1 is the median). The outermost
 * edges are the lowest and highest values there are.
 */
export type Counts = {
  ages: number[]
  prices: number[]
  counts: Record<ConditionGrade, number[][]>
}

export type Fitted = Model & {
  about: string
  date: string
  data: {
    sha256: string
    bytes: number
    rows: number
    skipped: number
    books: number
    medianListPrice: number
  }
  crossValidated: { model: Figures; interval95?: IntervalFigures; baseline: Figures }
  grid: string
  /** Of logarithms of prices over the model's, between books and within them. */
  titleVariances: DataVariances
  /** The baseline: one share per condition, and the middle 80% of the shares. */
  constants: Record<Condition, Constant>
  listings: Counts
}

const decimals = (value: number, count: number) => Number(value.toFixed(count))

const figuresOf = ({ maeShare, medianApe, r2, inside }: Scored): Figures => ({
  maePercentOfList: decimals(100 * maeShare, 2),
  medianApePercent: decimals(100 * medianApe, 2),
  r2OfRatio: decimals(r2, 3),
  insideBandPercent: decimals(100 * inside, 1),
})

function intervalFiguresOf({ maeShare, medianApe, inside }: Intervals): IntervalFigures {
  const percent = ([from, to]: Interval, count: number): Interval => [
    decimals(100 * from, count),
    decimals(100 * to, count),
  ]
  return {
    maePercentOfList: percent(maeShare, 2),
    medianApePercent: percent(medianApe, 2),
    insideBandPercent: percent(inside, 1),
  }
}

function constantsOf(rows: readonly Listing[]): Record<Condition, Constant> {
  return byCondition((condition) => {
    const { low, high } = edgesOf(ratiosOf(rows, condition))
    return {
      low: decimals(low, 4),
      predicted: decimals(medianRatio(rows, condition), 4),
      high: decimals(high, 4),
    }
  })
}

/** The first years of the age classes, and the quantiles that divide the price classes. */
const ageClasses = [0, 2, 4, 6, 10, 15, 20, 30]
const priceCuts = [0.01, 0.25, 0.75, 0.99]

function countsOf(listings: readonly Listing[], median: number): Counts {
  const rows = listings.filter(({ condition }) => condition !== 'poor')
  const oldest = rows.reduce((most, { age }) => Math.max(most, age), 0)
  const prices = rows.map(({ listPrice }) => listPrice / median).sort((a, b) => a - b)
  // Rounded outwards, so that all listings lie within.
  const [least, most] = [
    Math.floor((prices[0] ?? 0) * 1e4) / 1e4,
    Math.ceil((prices.at(-1) ?? 0) * 1e4) / 1e4,
  ]
  const edges = {
    ages: [...ageClasses.filter((age) => age < oldest), oldest],
    prices: [
      ...new Set([least, ...priceCuts.map((cut) => decimals(quantile(prices, cut), 4)), most]),
    ],
  }
  const counts = (condition: ConditionGrade) => {
    const table = edges.ages.slice(1).map(() => edges.prices.slice(1).map(() => 0))
    for (const row of rows) {
      const [age = -1, price = -1] = [
        binOf(edges.ages, row.age),
        binOf(edges.prices, row.listPrice / median),
      ]
      const own = row.condition === condition ? table[age] : undefined
      if (own) own[price] = (own[price] ?? 0) + 1
    }
    return table
  }
  return {
    ...edges,
    counts: { new: counts('new'), good: counts('good'), average: counts('average') },
  }
}

type Parameters = { grid: string; medianListPrice: number; variances: DataVariances }

export function describe(
  { rows, books, skipped, sha256, bytes }: Listings,
  model: Model,
  { grid, medianListPrice, variances }: Parameters,
  crossValidated: { model: Scored; interval: Intervals | undefined; baseline: Scored },
  date: string,
): Fitted {
  return {
    about:
      'Made by npm run price:fit; docs/pricing.md is its card. Shares of the list price by condition, and counts of listings; rows are ages, columns list prices.',
    date,
    data: { sha256, bytes, rows: rows.length, skipped, books, medianListPrice },
    crossValidated: {
      model: figuresOf(crossValidated.model),
      ...(crossValidated.interval && { interval95: intervalFiguresOf(crossValidated.interval) }),
      baseline: figuresOf(crossValidated.baseline),
    },
    grid,
    ...model,
    titleVariances: {
      between: decimals(variances.between, 5),
      within: decimals(variances.within, 5),
    },
    constants: constantsOf(rows),
    listings: countsOf(rows, medianListPrice),
  }
}

/** JSON with each list of numbers on one line, as the formatter does it. */
export function toJson(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return `[${value.join(', ')}]`
    return `[\n${value.map((item) => deeper + toJson(item, deeper)).join(',\n')}\n${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    const short = `{ ${fields.map(([name, item]) => `${JSON.stringify(name)}: ${toJson(item)}`).join(', ')} }`
    if (fields.every(([, item]) => typeof item === 'number') && indent.length + short.length < 100)
      return short
    return `{\n${fields.map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${toJson(item, deeper)}`).join(',\n')}\n${indent}}`
  }
  return JSON.stringify(value)
}
