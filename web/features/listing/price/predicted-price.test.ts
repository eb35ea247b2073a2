import { expect, test } from 'vitest'
import { oldDraft } from '#web/features/listing/testing-drafts.ts'
import { hasTitle, priceRequest } from './predicted-price.ts'

const fields = { condition: 'good', publication_year: 2021, original_price: 500, pages: 300 }
const named = { title: 'Optics', author: 'Ajoy Ghatak' }

test.each([
  [{}, {}],
  [{ title: 'Optics' }, {}],
  [{ author: 'Ajoy Ghatak' }, {}],
  [{ title: '  ', author: 'Ajoy Ghatak' }, {}],
  [{ title: ' Optics ', author: 'Ajoy  Ghatak' }, named],
  [{ ...named, isbn: '97801434' }, named],
  [
    { ...named, isbn: '978-0-14-303965-5' },
    { ...named, isbn: '9780143039655' },
  ],
  [{ title: 'Optics', isbn: '080442957x' }, { isbn: '9780804429573' }],
])('for the draft %o, the request has %o', (typed, sent) => {
  const draft = { ...oldDraft, ...typed }
  expect(priceRequest(draft)).toEqual({ ...fields, ...sent })
  expect(hasTitle(draft)).toBe(Object.keys(sent).length > 0)
})

test('invalid numbers are sent as they were typed', () => {
  const typed = { publication_year: '20', original_price: 'five', pages: '' }
  expect(priceRequest({ ...oldDraft, ...typed })).toMatchObject(typed)
})
