import { expect, test } from 'vitest'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { type AddBookAction, addBookReducer, initialAddBookState } from './add-book-reducer.ts'

const response = { predicted_price: 250, low: 210, high: 280, reasons: [], comparables: [] }
const prediction = {
  ...response,
  fieldsKey: 'good|2021|500|',
  maxPrice: 500,
  namedTitle: undefined,
}
const images: PickedImage[] = [{ key: 'a', file: new File(['x'], 'a.jpg') }]

const run = (...actions: AddBookAction[]) => actions.reduce(addBookReducer, initialAddBookState)
const chooseOld = { type: 'typeChosen', bookType: 'old' } as const
const back = { type: 'wentBack' } as const

test.each<[string, AddBookAction[], string]>([
  ['a new book has one step', [{ type: 'typeChosen', bookType: 'new' }], 'newBook'],
  ['an old book begins with its price', [chooseOld], 'oldBookCondition'],
  ['then come its details', [chooseOld, { type: 'priceStepCompleted' }], 'oldBookDetails'],
  ['back to the price', [chooseOld, { type: 'priceStepCompleted' }, back], 'oldBookCondition'],
  ['back to the type', [chooseOld, back], 'choosingType'],
  ['the type is the first step', [back], 'choosingType'],
])('%s', (_, actions, step) => {
  expect(run(...actions).step).toBe(step)
})

test('every change of the step clears the alert and keeps pictures and prediction', () => {
  const filled: AddBookAction[] = [
    chooseOld,
    { type: 'imagesChanged', images },
    { type: 'pricePredicted', prediction },
    { type: 'validated', alert: { code: 'too_few_images', text: 'Too few.' } },
  ]
  for (const action of [{ type: 'priceStepCompleted' }, back, chooseOld] as const)
    expect(run(...filled, action)).toMatchObject({ alert: undefined, images, prediction })
})

test('going back keeps the predicted price of the later step', () => {
  const known = { ...prediction, predicted_price: 225 }
  const predicted: AddBookAction[] = [chooseOld, { type: 'pricePredicted', prediction }]
  expect(run(...predicted, { type: 'wentBack', price: known }).prediction).toBe(known)
  expect(run(...predicted, back).prediction).toBe(prediction)
  // The seller's own price needs no prediction.
  expect(run(chooseOld, { type: 'wentBack', price: known }).prediction).toBeUndefined()
})

test.each<[AddBookAction, (string | undefined)[]]>([
  [{ type: 'fieldChanged' }, [undefined, undefined, 'prediction_missing', 'too_few_images']],
  [
    { type: 'pricePredicted', prediction },
    ['price_failed', 'price_changed', undefined, 'too_few_images'],
  ],
  [{ type: 'imagesChanged', images }, [undefined, undefined, undefined, undefined]],
])('%o clears only the alerts that it answers', (action, left) => {
  const codes = ['price_failed', 'price_changed', 'prediction_missing', 'too_few_images'] as const
  expect(
    codes.map((code) => run({ type: 'validated', alert: { code, text: '' } }, action).alert?.code),
  ).toEqual(left)
})

test('the form waits for a price until it is validated again or left', () => {
  const waiting: AddBookAction[] = [
    chooseOld,
    { type: 'priceStepCompleted' },
    { type: 'validated', alert: { code: 'price_failed', text: 'Failed.' } },
    { type: 'priceAwaited', accepted: 250 },
  ]
  expect(run(...waiting)).toMatchObject({ alert: undefined, priceAtSubmit: 250 })
  // Submit also waits for the price of input that is typed in the meantime.
  expect(run(...waiting, { type: 'fieldChanged' }).priceAtSubmit).toBe(250)
  for (const end of [{ type: 'validated', alert: undefined }, back] as const)
    expect(run(...waiting, end).priceAtSubmit).toBeUndefined()
})

test('the accepted price is the one of the previous step, or of the last alert', () => {
  const alert = { code: 'price_changed', text: 'Now ₹225.' } as const
  const accepted: AddBookAction[] = [
    chooseOld,
    { type: 'pricePredicted', prediction },
    { type: 'priceStepCompleted' },
  ]
  expect(run(...accepted).acceptedPrice).toBe(250)
  // Nobody sees a late response to the previous step.
  const late = { ...prediction, predicted_price: 300 }
  expect(run(...accepted, { type: 'pricePredicted', prediction: late }).acceptedPrice).toBe(250)
  const changed = run(...accepted, { type: 'priceChanged', price: 225, alert })
  expect(changed).toMatchObject({ alert, acceptedPrice: 225 })
  expect(addBookReducer(changed, { type: 'fieldChanged' }).acceptedPrice).toBe(225)
})

test('every check is counted, even one with the same alert', () => {
  const alert = { code: 'too_few_images', text: 'Too few.' } as const
  const validated = { type: 'validated', alert } as const
  expect(run(validated, validated).checks).toBe(run(validated).checks + 1)
  expect(run(validated, { type: 'uploadFailed', alert }).checks).toBe(2)
})

test('a failed upload ends its progress and says why', () => {
  const alert = { code: 'internal', text: 'Failed.' } as const
  const uploading = run({ type: 'uploadProgressed', progress: 0.5 })
  expect(uploading.uploadProgress).toBe(0.5)
  expect(addBookReducer(uploading, { type: 'uploadFailed', alert })).toMatchObject({
    uploadProgress: undefined,
    alert,
  })
})
