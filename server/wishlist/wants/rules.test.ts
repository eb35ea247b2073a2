import { expect, test } from 'vitest'
import { type Limits, limitsAfter, placeOf } from './rules.ts'

const limits: Limits = { swaps: true, worst_condition: 'good', max_top_up: 10_000, within_km: 25 }

test('an absent limit stays, and an empty distance removes it', () => {
  expect(limitsAfter({}, limits)).toEqual(limits)
  expect(limitsAfter({ withinKm: undefined }, limits).within_km).toBeNull()
  expect(limitsAfter({ mostOnTop: 0, worstCondition: 'poor' }, limits)).toEqual({
    swaps: true,
    worst_condition: 'poor',
    max_top_up: 0,
    within_km: 25,
  })
  expect(limitsAfter({})).toEqual({
    swaps: true,
    worst_condition: 'average',
    max_top_up: 0,
    within_km: null,
  })
})

const nowhere = { ofSeller: null, saved: null, given: undefined }
const anywhere = { ...limits, within_km: null }

test('a place comes from the seller account, the request, or saved wants', () => {
  const placed = { ofSeller: '411038', saved: '400001', given: undefined }
  expect(placeOf(placed, limits).pin_code).toBe('411038')
  expect(placeOf({ ...placed, ofSeller: null }, limits).pin_code).toBe('400001')
  expect(placeOf({ ...placed, ofSeller: null, given: '411004' }, limits).pin_code).toBe('411004')
  expect(placeOf(nowhere, anywhere)).toEqual({ pin_code: null, city: null, location: null })
})

const fieldsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as { fields?: object }).fields
  }
  return undefined
}

test('a distance needs a place, and a seller account has only one', () => {
  expect(fieldsOf(() => placeOf(nowhere, limits))).toEqual({
    pinCode: 'Enter your PIN code: the distance is from there.',
  })
  expect(fieldsOf(() => placeOf({ ...nowhere, given: '100000' }, anywhere))).toEqual({
    pinCode: 'We don’t know this PIN code.',
  })
  const seller = { ...nowhere, ofSeller: '411038' }
  expect(fieldsOf(() => placeOf({ ...seller, given: '400001' }, anywhere))).toEqual({
    pinCode: 'You are where your seller profile says. Change the PIN code there.',
  })
  expect(placeOf({ ...seller, given: '411038' }, limits).city).toBe('pune, maharashtra')
})
