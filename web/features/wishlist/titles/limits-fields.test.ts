import { expect, test } from 'vitest'
import type { Want } from '#contract/wishlist/wants.ts'
import { limitsInput, limitsOf, limitsText } from './limits-fields.tsx'

const want: Want = {
  _id: '0190a4d2-0000-7000-8000-000000000000',
  title: 'Flamingo',
  author: 'NCERT',
  swap: true,
  worstCondition: 'good',
  mostOnTop: 150,
  withinKm: 25,
  createdAt: '2026-11-25T10:00:00.000Z',
  people: 1,
  copies: 0,
}

test('the limits of a want are described in one line', () => {
  expect(limitsText(want)).toBe('Good or better · also by swap, up to ₹150 extra · within 25 km')
  const { withinKm: _, ...anywhere } = want
  expect(limitsText({ ...anywhere, mostOnTop: 0, worstCondition: 'poor' })).toBe(
    'Any condition · also by swap · anywhere',
  )
  expect(limitsText({ ...want, swap: false, worstCondition: 'new' })).toBe(
    'New only · within 25 km',
  )
})

const place = { pinCode: '411038', area: 'Kothrud', city: 'Pune', state: 'Maharashtra' }
const [own, sellers] = [
  { ...place, isSellers: false },
  { ...place, isSellers: true },
]

test('a form sends the fields it shows, and a PIN code only if it asks for one', () => {
  const input = { swap: true, worstCondition: 'good', mostOnTop: '150', withinKm: '25' }
  expect(limitsInput(limitsOf(sellers, want), sellers)).toEqual(input)
  expect(limitsInput(limitsOf(own, want), own)).toEqual({ ...input, pinCode: '411038' })
  expect(limitsInput(limitsOf(own), own)).toEqual({
    swap: true,
    worstCondition: 'average',
    mostOnTop: '0',
    withinKm: '',
  })
})
