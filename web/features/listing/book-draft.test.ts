import { expect, test } from 'vitest'
import type { PickedImage } from '#web/ui/inputs/image-picker.tsx'
import {
  type BookDraft,
  branchWords,
  emptyDraft,
  newBookInput,
  predictedFor,
  predictionFor,
} from './book-draft.ts'
import { bookErrors, ownPriceError, stepErrors } from './book-form-errors.ts'

const pictures = (count: number): PickedImage[] =>
  Array.from({ length: count }, (_, place) => ({ key: `${place}`, file: new File(['x'], 'a.jpg') }))
const old: BookDraft = {
  ...emptyDraft,
  bookType: 'old',
  publication_year: '2021',
  pages: '300',
  original_price: '500',
}
const answer = { predicted_price: 250, low: 210, high: 280, reasons: [], comparables: [] }
const prediction = { ...predictionFor(answer, old), pressed: { price: 250, branch: '' } }
const whole: BookDraft = {
  ...emptyDraft,
  title: 'Optics',
  author: 'Ajoy Ghatak',
  branch: 'Science',
  original_price: '695',
}

test.each([
  [{ title: ' ' }, 2, '❌ Title, Author, and Original Price are required.'],
  [{ author: '' }, 2, '❌ Title, Author, and Original Price are required.'],
  [{ original_price: '' }, 2, '❌ Title, Author, and Original Price are required.'],
  [{ branch: '' }, 2, '❌ Please select a valid branch.'],
  [{}, 1, '❌ Please upload at least 2 images.'],
])('%o with %i pictures: %s', (wrong, count, alert) => {
  expect(bookErrors({ ...whole, ...wrong }, pictures(count)).alert?.text).toBe(alert)
})

test('a whole book has no fault, and a rentable one needs its rent', () => {
  expect(bookErrors(whole, pictures(2))).toEqual({ fields: {} })
  expect(bookErrors({ ...whole, isRentable: true }, pictures(2)).fields).toEqual({
    rentPrice: 'Rent price per day is required.',
  })
})

test('an old book goes on with an accepted prediction or a price of its own', () => {
  expect(stepErrors(old, pictures(2), undefined).alert?.text).toBe(
    'Predict the price first, or enter your own price.',
  )
  expect(stepErrors(old, pictures(2), prediction)).toEqual({ fields: {} })
  const own = { ...old, acceptPredictedPrice: false }
  expect(stepErrors({ ...own, customPrice: '501' }, pictures(2), prediction).fields).toEqual({
    customPrice: 'Your price can be at most the original price.',
  })
  expect(stepErrors({ ...own, customPrice: '500' }, pictures(2), undefined)).toEqual({ fields: {} })
  expect(stepErrors(old, pictures(1), prediction).alert?.text).toBe(
    '❌ Please upload at least 2 images.',
  )
  expect(
    [stepErrors(old, pictures(2), undefined), stepErrors(old, pictures(1), prediction)].map(
      ({ alert }) => alert?.code,
    ),
  ).toEqual(['prediction_missing', 'too_few_images'])
})

test('a prediction holds for the facts it was made of', () => {
  expect(predictedFor(prediction, old)).toBe(prediction)
  expect(predictedFor(prediction, { ...old, condition: 'poor' })).toBeUndefined()
  expect(predictedFor(prediction, { ...old, title: 'Another title' })).toBe(prediction)
})

test.each([
  ['', 'Enter your price.'],
  ['0.5', 'Custom price must be at least ₹1.'],
  ['500.01', 'Your price can be at most the original price.'],
  ['99.999', 'Custom price can have at most two decimals.'],
  ['1', undefined],
  ['500', undefined],
])('a price of %j of one’s own: %s', (customPrice, fault) => {
  expect(ownPriceError(customPrice, old)).toBe(fault)
})

test('what the branch changes is said against the price that was seen, whichever way one went', () => {
  const inLaw = predictionFor({ ...answer, predicted_price: 225 }, { ...old, branch: 'Law' })
  expect(
    branchWords(prediction, predictionFor(answer, { ...old, branch: 'Science' })),
  ).toBeUndefined()
  expect(branchWords(prediction, inLaw)).toBe(
    '₹250.00 before the branch was known; ₹225.00 in Law.',
  )
  const pressed = { price: 225, branch: 'Law' }
  expect(branchWords({ ...inLaw, pressed }, prediction)).toBe(
    '₹225.00 in Law; ₹250.00 without a branch.',
  )
})

test('what a form does not show is not sent', () => {
  expect(newBookInput({ ...whole, rentPrice: '5' }, [])).toMatchObject({
    rentPrice: undefined,
    copies: '1',
  })
  expect(newBookInput({ ...old, customPrice: '10' }, [])).toMatchObject({
    acceptPredictedPrice: 'yes',
    customPrice: undefined,
  })
  expect(newBookInput(old, [])).not.toHaveProperty('copies')
})
