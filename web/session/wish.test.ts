// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { forgetWish, saveWish, takeWish, type Wish, waitingWish } from './wish.ts'

const wish: Wish = {
  kind: 'chat',
  params: { bookId: 'b1' },
  side: 'buyer',
  path: '/buyer/book/b1',
}
const isMeant = ({ bookId }: { bookId: string }) => bookId === 'b1'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetWish()
})

test('a wish waits, is taken where it is meant, and only once', () => {
  saveWish(wish)
  expect(takeWish('chat', ({ bookId }) => bookId === 'b2')).toBeUndefined()
  expect(waitingWish()).toEqual(wish)
  expect(takeWish('chat', isMeant)).toEqual({ bookId: 'b1' })
  expect(takeWish('chat', isMeant)).toBeUndefined()
})

test('the last wish counts, for half an hour', () => {
  saveWish(wish, 0)
  const last: Wish = { ...wish, params: { bookId: 'b3' } }
  saveWish(last, 60_000)
  expect(waitingWish(60_000 + 29 * 60_000)).toEqual(last)
  expect(waitingWish(60_000 + 30 * 60_000)).toBeUndefined()
})

test('a wish survives a reload, but not where storage is forbidden', () => {
  saveWish(wish)
  expect(sessionStorage.length).toBe(1)
  vi.stubGlobal('sessionStorage', undefined)
  expect(waitingWish()).toEqual(wish)
  forgetWish()
  expect(waitingWish()).toBeUndefined()
})
