import { expect, test } from 'vitest'
import { chatActions, orderRefusal } from './rules.ts'

const active = { status: 'active', deletedAt: null } as const
const blocked = { status: 'blocked', deletedAt: null } as const
const deleted = { status: 'active', deletedAt: new Date(0) } as const

test.each([
  ['seller', active, 1, true, ['send', 'offer', 'order']],
  ['seller', active, 0, true, ['send', 'offer']],
  ['seller', active, 0, false, ['send']],
  ['seller', blocked, 1, true, []],
  ['seller', deleted, 1, true, []],
  ['buyer', active, 1, true, ['send', 'offer']],
  ['buyer', active, 0, false, ['send']],
  ['buyer', blocked, 1, true, []],
  ['buyer', deleted, 0, false, []],
] as const)(
  'a %s (other side %o, %i copies, other books: %s) may do %o',
  (side, other, available, hasBooksToOffer, actions) => {
    expect(chatActions({ side }, { other, available, hasBooksToOffer })).toEqual(actions)
  },
)

test.each(['buyer', 'seller'] as const)(
  'a %s can’t make an offer for a book that the buyer has ordered or received',
  (side) => {
    const chat = { other: active, available: 1, hasBooksToOffer: true, canExchange: true }
    expect(chatActions({ side }, chat)).toEqual(expect.arrayContaining(['offer', 'exchange']))
    const after = chatActions({ side }, { ...chat, hasDeal: true })
    expect(after).not.toContain('offer')
    expect(after).not.toContain('exchange')
  },
)

test('only the owner of a shop can unblock the person of a chat, not a helper', () => {
  const chat = { other: active, available: 1, hasBooksToOffer: true, blocked: { byMe: true } }
  expect(chatActions({ side: 'seller' }, chat)).toEqual(['unblock'])
  expect(chatActions({ side: 'seller', helper: 'Ravi' }, chat)).toEqual([])
})

test.each([
  [{}, undefined],
  [{ available: 0 }, 'book_gone'],
  [{ available: 0, isAway: true }, 'seller_away'],
  [{ isAway: true, blocked: { byOther: true } }, 'chat_read_only'],
  [{ other: deleted }, 'chat_read_only'],
] as const)('with %o, the reason against an order is %o', (state, reason) => {
  const chat = { other: active, available: 1, hasBooksToOffer: true, ...state }
  expect(orderRefusal(chat)).toBe(reason)
  expect(chatActions({ side: 'seller' }, chat).includes('order')).toBe(reason === undefined)
})
