import { expect, test } from 'vitest'
import { addBookInput, suggestedRent } from './book-draft.ts'
import { oldDraft, validDraft } from './testing-drafts.ts'

test('fields that the form doesn’t show are not sent', () => {
  expect(addBookInput({ ...validDraft, rentPrice: '5' }, [])).toMatchObject({
    rentPrice: undefined,
    copies: '1',
  })
  expect(addBookInput({ ...oldDraft, customPrice: '10' }, [])).toMatchObject({
    acceptPredictedPrice: 'yes',
    customPrice: undefined,
  })
  expect(addBookInput({ ...oldDraft, copies: '12' }, [])).toMatchObject({ copies: '12' })
})

test.each([
  [199, 3],
  [450, 7],
  [60, 1],
  [59, undefined],
  [0, undefined],
])(
  'the suggested rent for a copy at ₹%i is %s per day: 30 days cost at most half',
  (price, rent) => {
    expect(suggestedRent(price)).toBe(rent)
    expect((suggestedRent(price) ?? 0) * 30).toBeLessThanOrEqual(price / 2)
  },
)
