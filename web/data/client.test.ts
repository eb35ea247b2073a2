import { afterEach, expect, test, vi } from 'vitest'
import { listBranches } from '#contract/books.ts'
import { listChats } from '#contract/chats.ts'
import { Refusal } from '#contract/errors.ts'
import { listSellerOrders } from '#contract/orders.ts'
import { call, messageOf } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

test('without a token nothing private is asked, and it is said why', async () => {
  const fetch = vi.fn(async () => Response.json({ branches: [], used: [] }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => null })
  expect(await refusalOf(call(listChats, {}))).toMatchObject({ code: 'signed_out', message: 'User not authenticated.' })
  expect(await refusalOf(call(listSellerOrders, { userId: 'x' }))).toMatchObject({ message: 'No auth token found. Please log in.' })
  expect(fetch).not.toHaveBeenCalled()
  expect(await call(listBranches, {})).toEqual({ branches: [], used: [] })
})

test('the server’s own words come first; where it said nothing, or only that it broke, those of the specification', () => {
  expect(messageOf(new Refusal('book_gone'), 'Failed to place order.')).toBe('No copy of this book is available any more.')
  expect(messageOf(new Refusal('internal'), 'Failed to place order.')).toBe('Failed to place order.')
  expect(messageOf(new TypeError('x'), 'Failed to place order.')).toBe('Failed to place order.')
})
