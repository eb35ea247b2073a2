import { expect, test } from 'vitest'
import { cancelExchangeText } from './labels.ts'

test('the effect of cancelling a book of an exchange follows its current state', () => {
  expect(cancelExchangeText({ exchange: { _id: 'e' } })).toMatch(
    /^No book has been handed over yet, so the whole swap is cancelled/,
  )
  const begun = { title: 'Engineering Mechanics', status: 'Delivered' as const }
  expect(cancelExchangeText({ exchange: { _id: 'e', begun } })).toBe(
    '“Engineering Mechanics” has been handed over already. Only your book is cancelled, and an admin decides what is owed.',
  )
  expect(
    cancelExchangeText({ exchange: { _id: 'e', begun: { ...begun, status: 'Shipped' } } }),
  ).toMatch(/^“Engineering Mechanics” has been sent already\. Only your book/)
})
