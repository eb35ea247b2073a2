import { expect, test } from 'vitest'
import { bookValue, evenTopUp, topUpRange } from './values.ts'

test('a book counts for its asking price in whole rupees', () => {
  expect([15_500, 15_450, 15_449, 20].map(bookValue)).toEqual([155, 155, 154, 1])
})

test('the difference of the asking prices makes both sides even', () => {
  expect(evenTopUp({ seller: [200, 55], buyer: [155] })).toBe(100)
  expect(evenTopUp({ seller: [100], buyer: [155] })).toBe(-55)
})

test('nobody pays more on top than the books they get are asked for', () => {
  expect(topUpRange({ seller: [200, 55], buyer: [155] })).toEqual({ min: -155, max: 255 })
})
