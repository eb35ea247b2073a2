import { expect, test } from 'vitest'
import { oldDraft } from '#web/features/listing/testing-drafts.ts'
import { namedTitle, priceRequest } from './price-request.ts'

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
])('of %o, the price is asked with %o', (typed, sent) => {
  expect(priceRequest({ ...oldDraft, ...typed })).toEqual({ ...fields, ...sent })
})

test('invalid numbers are sent as they were typed', () => {
  const typed = { publication_year: '20', original_price: 'five', pages: '' }
  expect(priceRequest({ ...oldDraft, ...typed })).toMatchObject(typed)
})

test('the title only changes once another valid title is entered', () => {
  expect(namedTitle(oldDraft)).toBeUndefined()
  const text = namedTitle({ ...oldDraft, ...named })
  expect(namedTitle({ ...oldDraft, ...named, title: 'Optics ', isbn: '978' })).toBe(text)
  expect(namedTitle({ ...oldDraft, ...named, title: 'Optics 2' })).not.toBe(text)
})
