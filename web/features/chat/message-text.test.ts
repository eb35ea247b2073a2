import { expect, test } from 'vitest'
import { inSecondPerson, previewOf } from './message-text.ts'

test.each([
  [
    'Order A1B2C3 (Optics) was confirmed by the buyer.',
    'Order A1B2C3 (Optics) was confirmed by you.',
  ],
  [
    'The buyer says that ₹100 was paid (order A1B2C3).',
    'You say that ₹100 was paid (order A1B2C3).',
  ],
  ['The buyer no longer says that ₹5 was paid.', 'You no longer say that ₹5 was paid.'],
  ['The buyer has received 2 books.', 'You have received 2 books.'],
  ['Handed over with the buyer’s code.', 'Handed over with your code.'],
  ['The buyer withdrew the problem.', 'You withdrew the problem.'],
  ['The seller proposes a refund.', 'The seller proposes a refund.'],
])('%j reads to the buyer as %j', (text, shown) => {
  expect(inSecondPerson(text, 'buyer')).toBe(shown)
})

test.each([
  ['Offer: Optics for ₹1,090.50.\nHanded over in person: Gate', 'Offered ₹1,090.50'],
  [
    'Offer: Rent of Waves for ₹5 a day, 10 days (1 Dec 2026 - 11 Dec 2026), ₹50 in all.\nBy post.',
    'Offered ₹5 a day',
  ],
  ['Offer to swap: Optics for Waves, and the buyer pays ₹100.\nBy post.', 'Offered a swap'],
  [
    'Meeting for order A1B2C3: Gate\nMon 7 Dec, 5 pm\nor Tue 8 Dec, 5:30 pm',
    'Meet Mon 7 Dec, 5 pm?',
  ],
  ['Meeting for order A1B2C3: Mon 7 Dec, 5 pm, Gate.', 'Meet Mon 7 Dec, 5 pm'],
])('the list of chats shows %j as %j', (message, shown) => {
  const id = '0190a0b0-0000-7000-8000-000000000000'
  expect(previewOf({ senderModel: 'Buyer', message, offerId: id }, 'seller')).toBe(shown)
})

test('the list of chats shows what people write as it is, even if it looks like an offer', () => {
  const message = 'Offer: Optics for ₹5'
  expect(previewOf({ senderModel: 'Buyer', message }, 'seller')).toBe(message)
})

test('the list of chats shows the first line of a System message', () => {
  const message = 'Order A1B2C3 was received by the buyer.\nMore of it'
  const shown = previewOf({ senderModel: 'System', message }, 'buyer')
  expect(shown).toBe('Order A1B2C3 was received by you.')
})
