import { expect, test } from 'vitest'
import { oldDraft, prediction } from '#web/features/listing/testing-drafts.ts'
import { currentPrediction } from './predicted-price.ts'

test('a prediction is current until a field that it depends on changes', () => {
  expect(currentPrediction(prediction, oldDraft)).toBe(prediction)
  expect(currentPrediction(prediction, { ...oldDraft, condition: 'poor' })).toBeUndefined()
  expect(currentPrediction(prediction, { ...oldDraft, title: 'Another title' })).toBe(prediction)
})
