import { expect, test } from 'vitest'
import { answersText } from './ring-answer.tsx'
import { deadlineText, payText, wayText } from './ring-texts.ts'
import { proposedRing, withAnswers } from './testing-rings.ts'

// 8:30 pm in India.
const now = Date.parse('2026-11-26T15:00:00Z')

test.each([
  ['2026-11-26T15:40:00Z', 'today, 9:10 pm; 40 min left'],
  ['2026-11-26T15:00:20Z', 'today, 8:30 pm; 1 min left'],
  ['2026-11-27T14:30:00Z', 'tomorrow, 8 pm; 23 h left'],
  ['2026-11-28T14:30:00Z', '28 Nov, 8 pm; 47 h left'],
  ['2026-11-26T14:30:00Z', 'today, 8 pm'],
])('until %s: %s', (expiresAt, text) => {
  expect(deadlineText(expiresAt, now).replaceAll(/\s/g, ' ').replace(':00', '')).toBe(text)
})

test.each([
  [
    { handOver: 'meet', km: 3, place: 'Kothrud, Pune' } as const,
    'In person, 3 km, around Kothrud, Pune',
  ],
  [{ handOver: 'post', km: 118, place: 'Nashik' } as const, 'By post, 118 km, from Nashik'],
  [{ handOver: 'meet', km: 0 } as const, 'In person, less than 1 km'],
  [{ handOver: 'post' } as const, 'By post'],
])('how a book changes hands: %o', (way, text) => {
  expect(wayText(way).replaceAll(/\s/g, ' ')).toBe(text)
})

test('who pays, from each side', () => {
  const [payment] = proposedRing(3).payments
  const texts = [1, 2, 3].map((me) => payment && payText(proposedRing(3, { me }), payment))
  expect(texts).toEqual(['You get ₹40 from Meera', 'You pay ₹40 to Asha', 'Meera pays ₹40 to Asha'])
})

test.each([
  [{}, 'Nobody has accepted yet.'],
  [{ 3: 'accepted' } as const, 'Ravi has accepted.'],
  [{ 2: 'accepted', 3: 'accepted' } as const, 'Meera and Ravi have accepted.'],
  [{ 1: 'accepted' } as const, 'You have accepted. Waiting for Meera and Ravi.'],
  [{ 1: 'accepted', 3: 'accepted' } as const, 'You have accepted. Waiting for Meera.'],
])('who has accepted: %o', (answers, text) => {
  expect(answersText(withAnswers(proposedRing(3), answers))).toBe(text)
})
