// The simpler price models that the table is compared with. All know condition, age and list price.
import { type Condition, conditions } from '../../contract/books/book-forms.ts'
import { medianOf } from '../../server/pricing/learn.ts'
import { readTable } from '../../server/pricing/model.ts'
import { type Block, fallingMedians } from './isotonic-regression.ts'
import type { Listing } from './listings.ts'
import { mean, quantile, weightedMedian } from './metrics.ts'
import { solve } from './solve.ts'
import { type FittedTable, isGraded } from './table-fit.ts'

/** The predicted share of the list price. */
export type Predictor = (listing: Listing) => number
export type Candidate = { name: string; fit: (rows: readonly Listing[]) => Predictor }
type ByCondition<T> = Record<Condition, T>

export function byCondition<T>(value: (condition: Condition) => T): ByCondition<T> {
  return { new: value('new'), good: value('good'), average: value('average'), poor: value('poor') }
}

const ratios = (rows: readonly Listing[]) => rows.map(({ ratio }) => ratio)
const ofCondition = (rows: readonly Listing[], condition: Condition) =>
  rows.filter((row) => row.condition === condition)

/** Predicts from a table; poor copies, which have none, get the constant `poor`. */
export function tableWith(table: FittedTable, reference: number, poor: number): Predictor {
  return ({ condition, age, listPrice }) =>
    isGraded(condition)
      ? readTable(table, table.shares, condition, age, listPrice / reference)
      : poor
}
export const ratiosOf = (rows: readonly Listing[], condition: Condition): number[] =>
  ratios(ofCondition(rows, condition))
export const medianRatio = (rows: readonly Listing[], condition: Condition): number =>
  medianOf(ratiosOf(rows, condition))

const oneForAll: Candidate = {
  name: 'one share for all',
  fit: (rows) => {
    const share = medianOf(ratios(rows))
    return () => share
  },
}

export const constants: Candidate = {
  name: 'one share per condition (the baseline)',
  fit: (rows) => {
    const shares = byCondition((condition) => medianRatio(rows, condition))
    return ({ condition }) => shares[condition]
  },
}

/**
 * Fits starts[condition] · (floor + (1 - floor) · exp(-age / years)) by least absolute errors, with
 * a grid search that narrows twice.
 */
export function fitCurve(rows: readonly Listing[]) {
  const groups = byCondition((condition) => ofCondition(rows, condition))
  const decay = (floor: number, years: number, age: number) =>
    floor + (1 - floor) * Math.exp(-age / years)
  const attempt = (floor: number, years: number) => {
    const starts = byCondition((condition) =>
      weightedMedian(
        groups[condition].map(({ ratio, age }) => {
          const weight = decay(floor, years, age)
          return { value: ratio / weight, weight }
        }),
      ),
    )
    const error = mean(
      rows.map(({ condition, age, ratio }) =>
        Math.abs(starts[condition] * decay(floor, years, age) - ratio),
      ),
    )
    return { floor, years, starts, error }
  }
  let best = attempt(0.75, 3)
  for (const step of [1, 0.3, 0.1]) {
    const centre = best
    for (const along of [-1, -0.5, 0, 0.5, 1])
      for (const across of [-1, -0.5, 0, 0.5, 1]) {
        const next = attempt(
          Math.min(0.98, centre.floor + 0.2 * step * along),
          centre.years * 4 ** (step * across),
        )
        if (next.error < best.error) best = next
      }
  }
  return {
    ...best,
    share: (condition: Condition, age: number) =>
      best.starts[condition] * decay(best.floor, best.years, age),
  }
}

const curve: Candidate = {
  name: 'exponential curve in age, least absolute errors',
  fit: (rows) => {
    const { share } = fitCurve(rows)
    return ({ condition, age }) => share(condition, age)
  },
}

const logLinear: Candidate = {
  name: 'least squares on the log share: condition, age, log(1 + age), log price',
  fit: (rows) => {
    const reference = medianOf(rows.map(({ listPrice }) => listPrice))
    const facts = ({ condition, age, listPrice }: Listing) => [
      ...conditions.map((known) => Number(known === condition)),
      age,
      Math.log1p(age),
      Math.log(listPrice / reference),
    ]
    const size = conditions.length + 3
    const matrix = new Float64Array(size * size)
    const right = new Float64Array(size)
    for (const row of rows) {
      const values = facts(row)
      values.forEach((value, i) => {
        right[i] = (right[i] ?? 0) + value * Math.log(row.ratio)
        values.forEach((factor, j) => {
          matrix[i * size + j] = (matrix[i * size + j] ?? 0) + value * factor
        })
      })
    }
    const solution = solve(matrix, right)
    return (row) =>
      Math.exp(facts(row).reduce((total, value, i) => total + value * (solution[i] ?? 0), 0))
  },
}

const ageSteps = [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25]
const stepOf = (edges: readonly number[], value: number) =>
  edges.findLastIndex((edge) => value >= edge)

const stepped: Candidate = {
  name: 'condition × age by steps, medians that never rise',
  fit: (listings) => {
    const medians = byCondition((condition) => {
      const steps = Map.groupBy(ofCondition(listings, condition), ({ age }) =>
        stepOf(ageSteps, age),
      )
      return fallingMedians(
        ageSteps.map((_, step) =>
          (steps.get(step) ?? []).map(({ ratio }) => ({ value: ratio, weight: 1 })),
        ),
      )
    })
    const poor = medianRatio(listings, 'poor')
    return ({ condition, age }) =>
      isGraded(condition) ? (medians[condition][stepOf(ageSteps, age)] ?? poor) : poor
  },
}

const separable: Candidate = {
  name: 'condition × age × price by steps, alternating medians',
  fit: (listings) => {
    const rows = listings.filter(({ condition }) => isGraded(condition))
    const listPrices = rows.map(({ listPrice }) => listPrice)
    const priceSteps = [
      0,
      ...[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((share) => quantile(listPrices, share)),
    ]
    const g = byCondition((condition) => medianRatio(listings, condition))
    let f = ageSteps.map(() => 1)
    let h = priceSteps.map(() => 1)
    const times = {
      g: (row: Listing) => g[row.condition],
      f: (row: Listing) => f[stepOf(ageSteps, row.age)] ?? 1,
    }
    const timesH = (row: Listing) => h[stepOf(priceSteps, row.listPrice)] ?? 1
    const points = (chosen: readonly Listing[], rest: (row: Listing) => number): Block =>
      chosen.map((row) => ({ value: row.ratio / rest(row), weight: rest(row) }))
    const groups = {
      ages: Map.groupBy(rows, ({ age }) => stepOf(ageSteps, age)),
      prices: Map.groupBy(rows, ({ listPrice }) => stepOf(priceSteps, listPrice)),
    }
    for (let round = 0; round < 6; round++) {
      f = fallingMedians(
        ageSteps.map((_, step) =>
          points(groups.ages.get(step) ?? [], (row) => times.g(row) * timesH(row)),
        ),
      )
      h = priceSteps.map(
        (_, step) =>
          weightedMedian(
            points(groups.prices.get(step) ?? [], (row) => times.g(row) * times.f(row)),
          ) || 1,
      )
      for (const condition of ['new', 'good', 'average'] as const)
        g[condition] = weightedMedian(
          points(ofCondition(rows, condition), (row) => times.f(row) * timesH(row)),
        )
    }
    return (row) => (isGraded(row.condition) ? times.g(row) * times.f(row) * timesH(row) : g.poor)
  },
}

/** In the order of the model card. */
export const candidates: Candidate[] = [oneForAll, constants, logLinear, curve, stepped, separable]
