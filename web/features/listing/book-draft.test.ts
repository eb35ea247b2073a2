import { expect, test } from 'vitest'
import {
  addBookInput,
  type BookDraft,
  branchEffectText,
  currentPrediction,
  emptyDraft,
  toPredictedPrice,
} from './book-draft.ts'

const oldDraft: BookDraft = {
  ...emptyDraft,
  bookType: 'old',
  publication_year: '2021',
  pages: '300',
  original_price: '500',
}
const response = { predicted_price: 250, low: 210, high: 280, reasons: [], comparables: [] }
const prediction = {
  ...toPredictedPrice(response, oldDraft),
  firstShown: { price: 250, branch: '' },
}
const validDraft: BookDraft = {
  ...emptyDraft,
  title: 'Optics',
  author: 'Ajoy Ghatak',
  branch: 'Science',
  original_price: '695',
}

test('a prediction is current as long as the fields that it was made for stay', () => {
  expect(currentPrediction(prediction, oldDraft)).toBe(prediction)
  expect(currentPrediction(prediction, { ...oldDraft, condition: 'poor' })).toBeUndefined()
  expect(currentPrediction(prediction, { ...oldDraft, title: 'Another title' })).toBe(prediction)
})

test('the effect of the branch is told against the price that was shown first, in both directions', () => {
  const inLaw = toPredictedPrice(
    { ...response, predicted_price: 225 },
    { ...oldDraft, branch: 'Law' },
  )
  expect(
    branchEffectText(prediction, toPredictedPrice(response, { ...oldDraft, branch: 'Science' })),
  ).toBeUndefined()
  expect(branchEffectText(prediction, inLaw)).toBe(
    '₹250.00 before the branch was known; ₹225.00 in Law.',
  )
  const firstShown = { price: 225, branch: 'Law' }
  expect(branchEffectText({ ...inLaw, firstShown }, prediction)).toBe(
    '₹225.00 in Law; ₹250.00 without a branch.',
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
  expect(addBookInput(oldDraft, [])).not.toHaveProperty('copies')
})
