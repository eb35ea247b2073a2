import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreedValues, bookValue, evenTopUp, topUpRange, type ValuedBook } from './values.ts'

const book: fc.Arbitrary<ValuedBook> = fc
  .tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 900 }))
  .map(([value, more]) => ({ value, max: value + more }))
const books = fc.array(book, { minLength: 1, maxLength: 5 })
const sides = fc.record({ seller: books, buyer: books })
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

test('a book counts for its asking price, up to the higher of that and its list price', () => {
  expect(bookValue({ original_price: 40_050, price: 15_500 })).toEqual({ value: 155, max: 400 })
  expect(bookValue({ original_price: 40_050, price: 15_450 })).toEqual({ value: 155, max: 400 })
  expect(bookValue({ original_price: 40_050, price: 40_050 })).toEqual({ value: 400, max: 400 })
  expect(bookValue({ original_price: 1_200, price: 90_000 })).toEqual({ value: 900, max: 900 })
  expect(bookValue({ original_price: 150, price: 150 })).toEqual({ value: 1, max: 1 })
})

test('what evens it out leaves all values as they are', () => {
  fc.assert(
    fc.property(sides, ({ seller, buyer }) => {
      expect(agreedValues({ seller, buyer }, evenTopUp({ seller, buyer }))).toEqual({
        seller: seller.map(({ value }) => value),
        buyer: buyer.map(({ value }) => value),
      })
    }),
  )
})

test('whatever is paid on top, the values differ by exactly that and stay in their bounds', () => {
  fc.assert(
    fc.property(sides, fc.double({ min: 0, max: 1, noNaN: true }), (both, part) => {
      const { min, max } = topUpRange(both)
      const topUp = Math.round(min + (max - min) * part)
      const values = agreedValues(both, topUp)
      expect(sum(values.seller) - sum(values.buyer)).toBe(topUp)
      for (const side of ['seller', 'buyer'] as const)
        for (const [index, value] of values[side].entries()) {
          expect(Number.isInteger(value)).toBe(true)
          expect(value).toBeGreaterThanOrEqual(1)
          expect(value).toBeLessThanOrEqual(both[side][index]?.max ?? 0)
        }
    }),
    { numRuns: 1000 },
  )
})

test('the difference is shared by both sides', () => {
  const both = { seller: [{ value: 200, max: 500 }], buyer: [{ value: 150, max: 500 }] }
  expect(agreedValues(both, 100)).toEqual({ seller: [225], buyer: [125] })
  expect(agreedValues(both, -20)).toEqual({ seller: [165], buyer: [185] })
})
