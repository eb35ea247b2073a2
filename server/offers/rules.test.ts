import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offerActions, offerTerms, splitAmount, statusAt } from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const offer = {
  made_by: 'buyer' as const,
  status: 'open' as const,
  expires_at: new Date('2026-11-24T10:00:00Z'),
}
const open = { isAcceptable: true, isClosed: false }

describe('an amount is divided among its copies', () => {
  test.each([
    [80_000, [300, 300, 300], [26_700, 26_700, 26_600]],
    [45_000, [10_000, 20_000], [15_000, 30_000]],
    [100, [1, 1], [50, 50]],
    [12_345, [100], [12_345]],
  ])('%i among %j', (amount, weights, shares) => {
    expect(splitAmount(amount, weights)).toEqual(shares)
  })

  test('the shares add up, are positive, and keep the order of the weights', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1e7 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 1e8 }), (weights, extra) => {
        const amount = weights.length * 100 + extra
        const shares = splitAmount(amount, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(100)
        for (const [a, first] of weights.entries())
          for (const [b, second] of weights.entries())
            if (first > second) expect(shares[a]).toBeGreaterThanOrEqual(shares[b] ?? 0)
      }),
    )
  })
})

test('what each side can do with an offer', () => {
  expect(offerActions(offer, 'buyer', now, open)).toEqual(['withdraw'])
  expect(offerActions(offer, 'seller', now, open)).toEqual(['accept', 'counter', 'decline'])
  expect(offerActions(offer, 'seller', now, { ...open, isAcceptable: false })).toEqual([
    'counter',
    'decline',
  ])
  expect(offerActions(offer, 'seller', now, { ...open, isClosed: true })).toEqual(['decline'])
  expect(offerActions({ ...offer, status: 'declined' }, 'seller', now, open)).toEqual([])
  expect(offerActions({ ...offer, expires_at: now }, 'seller', now, open)).toEqual([])
  expect(statusAt({ ...offer, expires_at: now }, now)).toBe('expired')
  expect(statusAt({ ...offer, status: 'accepted', expires_at: now }, now)).toBe('accepted')
})

describe('the terms of an offer', () => {
  const today = '2026-11-22'
  test('a purchase has an amount, a rent a rate a day from its first day', () => {
    expect(offerTerms({ orderType: 'purchase', amount: 150.5 }, [20_000], today)).toEqual({
      order_type: 'purchase',
      amount: 15_050,
      days: null,
      first_day: null,
    })
    const rent = { orderType: 'rent' as const, amount: 5, days: 20, firstDay: '2026-11-25' }
    expect(offerTerms(rent, [500], today)).toMatchObject({ days: 20, first_day: '2026-11-25' })
    expect(offerTerms({ ...rent, firstDay: undefined }, [500], today)).toMatchObject({
      first_day: today,
    })
  })

  const rent = { orderType: 'rent' as const, amount: 5, days: 20 }
  test.each([
    ['less than ₹1 a copy', { orderType: 'purchase' as const, amount: 2 }, [1, 1, 1], 'amount'],
    ['yesterday', { ...rent, firstDay: '2026-11-21' }, [500], 'firstDay'],
    ['in three months', { ...rent, firstDay: '2027-02-21' }, [500], 'firstDay'],
    ['too dear for all days', { ...rent, amount: 60_000, days: 365 }, [500], 'amount'],
    [
      'a copy above the highest price',
      { orderType: 'purchase' as const, amount: 150_000 },
      [500],
      'amount',
    ],
  ])('%s is refused beside its field', (_, input, prices, field) => {
    expect(() => offerTerms(input, prices, today)).toThrow(
      expect.objectContaining({ code: 'malformed', fields: { [field]: expect.any(String) } }),
    )
  })
})
