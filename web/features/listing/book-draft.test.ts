import { expect, test } from 'vitest'
import {
  addBookInput,
  branchEffectText,
  currentPrediction,
  toPredictedPrice,
} from './book-draft.ts'
import { oldDraft, prediction, response, validDraft } from './testing-drafts.ts'

test('a prediction is current as long as the fields that it was made for stay', () => {
  expect(currentPrediction(prediction, oldDraft)).toBe(prediction)
  expect(currentPrediction(prediction, { ...oldDraft, condition: 'poor' })).toBeUndefined()
  expect(currentPrediction(prediction, { ...oldDraft, title: 'Another title' })).toBe(prediction)
})

test('the effect of the branch is relative to the price that was shown first, both ways', () => {
  const inLaw = toPredictedPrice(
    { ...response, predicted_price: 225 },
    { ...oldDraft, branch: 'Law' },
  )
  expect(
    branchEffectText(prediction, toPredictedPrice(response, { ...oldDraft, branch: 'Science' })),
  ).toBeUndefined()
  expect(branchEffectText(prediction, inLaw)).toBe('₹250 before the branch was known; ₹225 in Law.')
  const firstShown = { price: 225, branch: 'Law' }
  expect(branchEffectText({ ...inLaw, firstShown }, prediction)).toBe(
    '₹225 in Law; ₹250 without a branch.',
  )
})

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
