import { expect, test } from 'vitest'
import { isLong } from '#server/testing-rounds.ts'
import { type PastSale, pastErrors } from './past-errors.ts'
import { assumedLevel, basePrice } from './rules.ts'
import { assumedVariances } from './titles/estimate.ts'

const market = { factors: new Map(), poor: 1, variances: assumedVariances }
const copy = { condition: 'good', publicationYear: 2016, originalPrice: 60_000 } as const
const base = (basePrice(copy, 2026) ?? Number.NaN) * assumedLevel.factor

const sale = (n: number, ratio: number, day: string, more: Partial<PastSale> = {}): PastSale => ({
  kind: 'sale',
  title: 'one / somebody',
  branch: 'Law',
  price: base * ratio,
  copy,
  namedAt: new Date(`${day}T12:00:00Z`),
  people: [`seller ${n}`, `buyer ${n}`],
  isNamed: true,
  accountDays: 900,
  ...more,
})

test('a past sale is predicted from earlier sales of its title by other people only', () => {
  const sales = [
    sale(3, 1.3, '2026-03-20'),
    sale(1, 1.3, '2026-02-10'),
    // The first of its title, another title, and the same two people: nothing is known of these.
    sale(2, 0.7, '2026-03-01', { title: 'two / somebody' }),
    sale(1, 9, '2026-03-02'),
    // Taken as predicted: no error, and nothing that teaches.
    sale(4, 1, '2026-03-04', { isNamed: false }),
  ]
  const errors = pastErrors(sales, market)
  expect([...errors.keys()]).toEqual(['2026-03'])
  const { sales: count, without, knowing } = errors.get('2026-03') ?? {}
  expect(count).toBe(1)
  expect(without).toBeCloseTo(0.3, 9)
  expect(knowing).toBeLessThan(0.2)
  // Later sales don't change what was known before.
  const later = pastErrors([...sales, sale(5, 0.5, '2026-04-01')], market)
  expect(later.get('2026-03')).toEqual(errors.get('2026-03'))
  expect(later.get('2026-04')?.knowing).toBeGreaterThan(later.get('2026-04')?.without ?? 9)
})

test('editions that predictions keep apart don’t predict each other', () => {
  const of = (publicationYear: number) => ({ copy: { ...copy, publicationYear } })
  const asked = sale(2, 1.3, '2026-03-20')
  expect(pastErrors([sale(1, 1.3, '2026-02-10', of(2015)), asked], market).size).toBe(1)
  expect(pastErrors([sale(1, 1.3, '2026-02-10', of(2010)), asked], market).size).toBe(0)
})

test('sales taken as predicted take nobody’s place among the earlier ones', () => {
  const honest = sale(1, 1.3, '2026-02-10')
  const asked = sale(2, 1.3, '2026-03-20')
  const taken = Array.from({ length: 30 }, (_, n) =>
    sale(10 + n, 1, '2026-03-01', { isNamed: false }),
  )
  const errors = pastErrors([honest, asked], market)
  expect(errors.get('2026-03')?.knowing).toBeLessThan(0.25)
  expect(pastErrors([honest, ...taken, asked], market)).toEqual(errors)
})

test.runIf(isLong).each([
  ['many people’s', (n: number) => [`seller ${n}`, `buyer ${n}`]],
  ['one shop’s', (n: number) => ['shop', `buyer ${n}`]],
])(
  '%s twenty thousand sales of a title are predicted in time, each from few before it',
  (_, people) => {
    const sales = Array.from({ length: 20_000 }, (_, n) =>
      sale(n, 1.2, '2026-03-01', { people: people(n) }),
    )
    const last = sale(-1, 1.2, '2026-04-01')
    const errors = pastErrors([...sales, last], market)
    expect(errors.get('2026-04')).toMatchObject({ sales: 1 })
    expect(errors.get('2026-04')?.knowing).toBeLessThan(0.15)
  },
)

test('without sales there are no errors', () => {
  expect(pastErrors([], market)).toEqual(new Map())
})
