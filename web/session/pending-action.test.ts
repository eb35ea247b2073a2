// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import {
  discardPendingAction,
  findPendingAction,
  type PendingAction,
  savePendingAction,
  takePendingAction,
} from './pending-action.ts'

const action: PendingAction = {
  kind: 'chat',
  params: { bookId: 'b1' },
  side: 'buyer',
  path: '/buyer/book/b1',
}
const matches = ({ bookId }: { bookId: string }) => bookId === 'b1'

afterEach(discardPendingAction)

test('a pending action waits, is taken on the right page, and only once', () => {
  savePendingAction(action)
  expect(takePendingAction('chat', ({ bookId }) => bookId === 'b2')).toBeUndefined()
  expect(findPendingAction()).toEqual(action)
  expect(takePendingAction('chat', matches)).toEqual({ bookId: 'b1' })
  expect(takePendingAction('chat', matches)).toBeUndefined()
})

test('only the last pending action counts, for half an hour', () => {
  savePendingAction(action, 0)
  const last: PendingAction = { ...action, params: { bookId: 'b3' } }
  savePendingAction(last, 60_000)
  expect(findPendingAction(60_000 + 29 * 60_000)).toEqual(last)
  expect(findPendingAction(60_000 + 30 * 60_000)).toBeUndefined()
})

test('a pending action survives a reload, or lasts as long as the page if storage is forbidden', () => {
  savePendingAction(action)
  expect(sessionStorage.length).toBe(1)
  vi.stubGlobal('sessionStorage', undefined)
  savePendingAction(action)
  expect(findPendingAction()).toEqual(action)
  discardPendingAction()
  expect(findPendingAction()).toBeUndefined()
})
