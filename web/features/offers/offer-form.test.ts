import { expect, test } from 'vitest'
import type { Offer } from '#contract/orders/offers.ts'
import { leftOf, unavailableTexts } from './offer-form.ts'

const item = (title: string, copies: number, available: number): Offer['items'][number] => ({
  book: { _id: title, title, images: [], price: 250 },
  copies,
  askingPrice: 250,
  available,
})

test('a repeated offer has the remaining books and names the missing ones', () => {
  const offer = { items: [item('Dynamics', 1, 0), item('Statics', 3, 1), item('Optics', 2, 5)] }
  expect(leftOf(offer).map(({ title, copies }) => [title, copies])).toEqual([
    ['Statics', 1],
    ['Optics', 2],
  ])
  expect(unavailableTexts(offer)).toEqual([
    '“Dynamics” is left out: no copy is left.',
    'Of “Statics” only 1 is left.',
  ])
})
