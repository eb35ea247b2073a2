import { expect, test } from 'vitest'
import { answersText } from './ring-answer.tsx'
import {
  deadlineText,
  dealText,
  differenceText,
  othersPayTexts,
  ownPayText,
  ringSentence,
  wayText,
} from './ring-texts.ts'
import { endedRing, proposedRing, withAnswers } from './testing-rings.ts'

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

test('who pays, from each side, and why', () => {
  const sides = [1, 2, 3].map((me) => proposedRing(3, { me }))
  expect(sides.map(ownPayText)).toEqual([
    'You get ₹40 from Meera',
    'You pay ₹40 to Asha',
    undefined,
  ])
  expect(sides.map(othersPayTexts)).toEqual([[], [], ['Meera pays ₹40 to Asha']])
  expect(sides.map(differenceText)).toEqual([
    'Your book counts for ₹40 more than the one you get.',
    'Your book counts for ₹40 less than the one you get.',
    undefined,
  ])
})

const payments = [
  [120, 2],
  [50, 3],
  [40, 4],
].map(([amount = 0, to = 0], index) => ({
  number: index + 1,
  back: false,
  from: 1,
  to,
  amount,
  can: [],
}))

test('several payments of one person are one sentence', () => {
  expect(ownPayText(proposedRing(4, { payments }))).toBe(
    'You pay ₹120 to Meera, ₹50 to Ravi and ₹40 to Kiran',
  )
  expect(othersPayTexts(proposedRing(4, { payments, me: 4 }))).toEqual([
    'Asha pays ₹120 to Meera and ₹50 to Ravi',
  ])
})

test.each([
  [1, 'You give “Optics” (₹240), and get “Waves” (₹200) and ₹40 from Meera.'],
  [2, 'You give “Statics” (₹200), get “Optics” (₹240) and pay ₹40 to Asha.'],
  [3, 'You give “Waves” (₹200) and get “Statics” (₹200). There is nothing to pay.'],
])('member %i says yes to: %s', (me, text) => {
  expect(dealText(proposedRing(3, { me }))).toBe(text)
})

test('of a ring that ended it is said what would have been', () => {
  const ended = endedRing(3, 'declined')
  expect(ringSentence(ended)).toBe(
    'A ring of three: you would have given “Optics” to Meera, Meera would have given “Statics” to Ravi, you would have got “Waves” from Ravi and you would have got ₹40 from Meera.',
  )
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
