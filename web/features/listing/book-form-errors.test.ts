import { expect, test } from 'vitest'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { addBookErrors, customPriceError, oldBookPriceErrors } from './book-form-errors.ts'
import { oldDraft, validDraft } from './testing-drafts.ts'

const makeImages = (count: number): PickedImage[] =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, file: new File(['x'], 'a.jpg') }))

test.each([
  [{ title: ' ' }, 2, '❌ Title, Author, and Original Price are required.'],
  [{ author: '' }, 2, '❌ Title, Author, and Original Price are required.'],
  [{ price: '', original_price: '695' }, 2, '❌ Title, Author, and Original Price are required.'],
  [{ branch: '' }, 2, '❌ Please select a valid branch.'],
  [{}, 1, '❌ Please upload at least 2 images.'],
])('%o with %i pictures: %s', (wrong, count, alert) => {
  expect(addBookErrors({ ...validDraft, ...wrong }, makeImages(count)).alert?.text).toBe(alert)
})

test('a new book costs at most its MRP, if that is given', () => {
  const errorsOf = (original_price: string) =>
    addBookErrors({ ...validDraft, original_price }, makeImages(2)).fields
  expect(errorsOf('694')).toEqual({ original_price: 'Your price can be at most the MRP.' })
  for (const mrp of ['', '695', '800']) expect(errorsOf(mrp)).toEqual({})
})

test('a complete book has no errors, and a rentable one needs its rent', () => {
  expect(addBookErrors(validDraft, makeImages(2))).toEqual({ fields: {} })
  expect(addBookErrors({ ...validDraft, isRentable: true }, makeImages(2)).fields).toEqual({
    rentPrice: 'Rent price per day is required.',
  })
})

test('a missing rent and a wrong ISBN are both reported', () => {
  const draft = { ...validDraft, isRentable: true, isbn: '123' }
  const { alert, fields } = addBookErrors(draft, makeImages(2))
  expect(alert?.text).toBe(`${fields.isbn} ${fields.rentPrice}`)
})

test.each([
  [{}, 2, true, {}],
  [{}, 2, false, { alert: { code: 'prediction_missing' } }],
  [{}, 1, true, { alert: { code: 'too_few_images' } }],
  [{ acceptPredictedPrice: false, customPrice: '500' }, 2, false, {}],
  [
    { acceptPredictedPrice: false, customPrice: '501' },
    2,
    true,
    { fields: { customPrice: 'Your price can be at most the original price.' } },
  ],
])('the price step with %o, %i pictures, a known price: %s', (typed, count, isKnown, expected) => {
  const errors = oldBookPriceErrors({ ...oldDraft, ...typed }, makeImages(count), isKnown)
  expect(errors).toMatchObject(expected)
  if (Object.keys(expected).length === 0) expect(errors).toEqual({ fields: {} })
})

test('a book of 20 years or more may cost more than when it was new', () => {
  const draft = { ...oldDraft, publication_year: '1998', customPrice: '900' }
  expect(customPriceError(draft)).toBeUndefined()
})

test.each([
  ['', 'Enter your price.'],
  ['₹250/-', undefined],
  ['1,299', 'Your price can be at most the original price.'],
  ['two', 'Custom price must be a number.'],
  ['0.5', 'Custom price must be at least ₹1.'],
  ['500.01', 'Your price can be at most the original price.'],
  ['99.999', 'Custom price can have at most two decimals.'],
  ['1', undefined],
  ['500', undefined],
])('a custom price of %j: %s', (customPrice, error) => {
  expect(customPriceError({ ...oldDraft, customPrice })).toBe(error)
})
