import { expect, test } from 'vitest'
import { oldDraft, prediction, response } from '#web/features/listing/testing-drafts.ts'
import { currentPrediction, priceEffectText, toPredictedPrice } from './predicted-price.ts'

test('a prediction is current as long as the fields that it was made for stay', () => {
  expect(currentPrediction(prediction, oldDraft)).toBe(prediction)
  expect(currentPrediction(prediction, { ...oldDraft, condition: 'poor' })).toBeUndefined()
  expect(currentPrediction(prediction, { ...oldDraft, title: 'Another title' })).toBe(prediction)
})

const known = { sold: 1, soldPrices: [210], offered: 0, prices: 1 }
/** Of the known copies, none teaches: the price is the one without the title. */
const untaught = { ...known, prices: 0 }

test.each([
  [{ price: 250, branch: '' }, { price: 250, branch: 'Science' }, undefined],
  [
    { price: 250, branch: '' },
    { price: 225, branch: 'Law' },
    '₹250 before the branch was known; ₹225 in Law.',
  ],
  [
    { price: 225, branch: 'Law' },
    { price: 250, branch: '' },
    '₹225 in Law; ₹250 without a branch.',
  ],
  [
    { price: 250, branch: '' },
    { price: 225, branch: 'Law', known: untaught },
    '₹250 before the branch was known; ₹225 in Law.',
  ],
  [
    { price: 250, branch: '' },
    { price: 280, branch: '', known },
    '₹250 before the title was known; ₹280 for this title.',
  ],
  [
    { price: 250, branch: '' },
    { price: 280, branch: 'Law', known },
    '₹250 before the title and the branch were known; ₹280 for this title in Law.',
  ],
  [
    { price: 250, branch: 'Law' },
    { price: 280, branch: 'Law', known },
    '₹250 before the title was known; ₹280 for this title in Law.',
  ],
  [
    { price: 250, branch: 'Arts' },
    { price: 280, branch: 'Law', known },
    '₹250 in Arts, before the title was known; ₹280 for this title in Law.',
  ],
  [{ price: 250, branch: '' }, { price: 255, branch: '' }, '₹250 before; ₹255 now.'],
  [
    { price: 250, branch: 'Law', isByTitle: true },
    { price: 280, branch: 'Law', known },
    '₹250 before; ₹280 for this title in Law.',
  ],
])('from %o to %o', (firstShown, { price, branch, ...more }, text) => {
  const now = toPredictedPrice(
    { ...response, predicted_price: price, ...more },
    { ...oldDraft, branch },
  )
  const first = { isByTitle: false, ...firstShown }
  expect(priceEffectText({ ...prediction, firstShown: first }, now)).toBe(text)
})
