import { expect, test } from 'vitest'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { type AddBookAction, addBookReducer, initialAddBookState } from './add-book-reducer.ts'

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

test('every change of the step clears the alert and keeps pictures and the asked price', () => {
  const filled: AddBookAction[] = [
    chooseOld,
    { type: 'imagesChanged', images },
    { type: 'priceAsked' },
    { type: 'validated', alert: { code: 'too_few_images', text: 'Too few.' } },
  ]
  for (const action of [{ type: 'priceStepCompleted' }, back, chooseOld] as const)
    expect(run(...filled, action)).toMatchObject({ alert: undefined, images, isPriceAsked: true })
})

test.each<[AddBookAction, (string | undefined)[]]>([
  [{ type: 'fieldChanged' }, [undefined, 'prediction_missing', 'too_few_images']],
  [{ type: 'priceAsked' }, ['price_not_agreed', undefined, 'too_few_images']],
  [{ type: 'imagesChanged', images }, [undefined, undefined, undefined]],
])('%o clears only the alerts that it answers', (action, left) => {
  const codes = ['price_not_agreed', 'prediction_missing', 'too_few_images'] as const
  expect(
    codes.map((code) => run({ type: 'validated', alert: { code, text: '' } }, action).alert?.code),
  ).toEqual(left)
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
