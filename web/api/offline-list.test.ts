import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSeen, saveSeen } from '#web/session/seen-data.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { stubBrowser } from '#web/testing.ts'
import { type ListKey, restoreSavedList } from './offline-list.ts'

const keyOf = (reader: string): ListKey => [
  '/orders/buyer/{userId}',
  reader,
  { userId: reader },
  'pages',
]
const pages = [{ rows: [{ _id: '1' }], next: 'after-1', total: 2 }, { rows: [{ _id: '2' }] }]
const readAtMs = Date.parse('2026-11-07T10:00:00Z')
const keepPages = (reader: string) =>
  saveSeen(reader, JSON.stringify(keyOf(reader)), { atMs: readAtMs, data: pages })
const login = (userId: string) =>
  ({ message: '', token: `of-${userId}`, userId, role: 'buyer', name: userId }) as const

let client: QueryClient
beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('fetch', async () => Response.json({}))
  client = new QueryClient()
})
afterEach(() => vi.unstubAllGlobals())

const shown = (reader: string) => {
  restoreSavedList(client, keyOf(reader))
  return client.getQueryData(keyOf(reader))
}

test('a kept list is shown as old as it is, and each page can be asked for anew', () => {
  keepPages('asha')
  expect(shown('asha')).toEqual({ pages, pageParams: [undefined, 'after-1'] })
  expect(client.getQueryState(keyOf('asha'))?.dataUpdatedAt).toBe(readAtMs)
})

test('it takes the place of nothing that is shown, and is nobody else’s', () => {
  keepPages('asha')
  expect(shown('dev')).toBeUndefined()
  client.setQueryData(keyOf('asha'), 'newer')
  expect(shown('asha')).toBe('newer')
})

test.each([
  ['a logout', () => clearSession()],
  ['another person’s login', () => saveSession(login('dev'))],
  ['an admin’s logout', () => clearSession('admin')],
])('%s takes it away', (_, end) => {
  saveSession(login('asha'))
  keepPages('asha')
  end()
  expect(shown('asha')).toBeUndefined()
})

test('the same person’s next login leaves it; what else is kept stays', async () => {
  saveSession(login('asha'))
  keepPages('asha')
  localStorage.setItem('dobara.outbox.asha.1', '{}')
  saveSession({ ...login('asha'), token: 'next' })
  expect(shown('asha')).toBeDefined()
  await clearSeen()
  expect(localStorage.getItem('dobara.outbox.asha.1')).toBe('{}')
})
