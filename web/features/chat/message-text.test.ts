import { expect, test } from 'vitest'
import { previewOf, toReader } from './message-text.ts'

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
  expect(toReader(text, 'buyer')).toBe(shown)
})

test.each([
  ['Offer: Optics for ₹1,090.50.\nHanded over in person: Gate', 'Offered ₹1,090.50'],
  [
    'Offer: Rent of Waves for ₹5 a day, 10 days (1 Dec 2026 - 11 Dec 2026), ₹50 in all.\nBy post.',
    'Offered ₹5 a day',
  ],
  ['Offer to exchange: Optics for Waves, and the buyer pays ₹100.\nBy post.', 'Offered a swap'],
  [
    'Meeting for order A1B2C3: Gate\nMon 7 Dec, 5 pm\nor Tue 8 Dec, 5:30 pm',
    'Meet Mon 7 Dec, 5 pm?',
  ],
  ['Meeting for order A1B2C3: Mon 7 Dec, 5 pm, Gate.', 'Meet Mon 7 Dec, 5 pm'],
  ['Is it for sale for ₹90?', 'Is it for sale for ₹90?'],
])('%j stands in the list of chats as %j', (message, shown) => {
  expect(previewOf({ senderModel: 'Buyer', message }, 'seller')).toBe(shown)
})

test('of a System message the list has the first line, as its reader is told', () => {
  const message = 'Order A1B2C3 was received by the buyer.\nMore of it'
  const shown = previewOf({ senderModel: 'System', message }, 'buyer')
  expect(shown).toBe('Order A1B2C3 was received by you.')
})
