import { expect, test } from 'vitest'
import { addBookInput } from './book-draft.ts'
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
