import { expect, test } from 'vitest'
import { bookValue, topUpRange } from './values.ts'

test('a book counts for its asking price in whole rupees', () => {
  expect([15_500, 15_450, 15_449, 20].map(bookValue)).toEqual([155, 155, 154, 1])
})

test('nobody pays more than the asking price of the books they get', () => {
  expect(topUpRange({ seller: [200, 55], buyer: [155] })).toEqual({ min: -155, max: 255 })
})
