import { expect, test } from 'vitest'
import inUse from '../../server/pricing/fitted.json' with { type: 'json' }
import { fitted } from './cross-validation.ts'
import { foldOf } from './listings.ts'
import { quantile } from './metrics.ts'
import { differencesOf, expand, readSummary, summarise } from './summary-file.ts'
import { makeListings } from './testing.ts'

const data = { books: 400, skipped: 0, leftOut: '', sha256: 'x', bytes: 1 }

test('a summary keeps the number of listings of each condition and fold, and nearly their ratios', () => {
  const rows = makeListings(400, (_, age) => 0.6 - age / 100)
  const summary = summarise({ ...data, rows })
  const again = expand(summary)
  expect(again.rows).toHaveLength(rows.length)
  for (const condition of ['new', 'poor'] as const)
    for (const fold of [0, 4]) {
      const own = rows.filter((row) => row.condition === condition && foldOf(row.book, 5) === fold)
      const summarised = again.rows.filter(
        (row) => row.condition === condition && row.fold === fold,
      )
      expect(summarised).toHaveLength(own.length)
      for (const share of [0.1, 0.5, 0.9]) {
        const [before, after] = [own, summarised].map((found) =>
          quantile(
            found.map(({ ratio }) => ratio),
            share,
          ),
        )
        expect(Math.abs((before ?? 0) - (after ?? 1))).toBeLessThan(0.005)
      }
    }
})

test('no group of a summary has fewer than five listings where its fold and condition have as many', () => {
  const rows = makeListings(400, () => 0.5)
  const { groups } = summarise({ ...data, rows })
  const sizes = Object.values(groups).flatMap((found) =>
    found.map(([, , , , ...ratios]) =>
      ratios.reduce((sum, count, at) => sum + (at % 2 ? count : 0), 0),
    ),
  )
  expect(sizes.length).toBeGreaterThan(20)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5)
  const few = summarise({ ...data, rows: rows.slice(0, 3) })
  expect(Object.values(few.groups).flat()).toHaveLength(3)
})

test('the committed summary is of the same listings as the model in use, and gives that model again', () => {
  const summary = readSummary()
  const { medianListPrice: _, ...facts } = inUse.data
  expect(summary.data).toEqual(facts)
  const { rows } = expand(summary)
  const [ages = 0, prices = 0, stiffness = 0] = inUse.grid.split('x').map(Number)
  const { table, reference } = fitted(rows, { ages, prices, stiffness })
  expect(table.ages).toEqual(inUse.ages)
  const model = {
    ...table,
    predicted: table.shares,
    low: table.shares,
    high: table.shares,
    data: { medianListPrice: reference },
  }
  const differences = differencesOf(rows, model, inUse)
  const { between, within } = summary.titleVariances
  expect(between).toBeCloseTo(inUse.titleVariances.between, 4)
  expect(within).toBeCloseTo(inUse.titleVariances.within, 4)
  // Points of the list price; docs/pricing.md states them.
  expect(quantile(differences, 0.95)).toBeLessThan(0.3)
  expect(quantile(differences, 0.5)).toBeLessThan(0.1)
})
