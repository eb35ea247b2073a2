import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearOfflineData, saveOfflineData } from '#web/session/offline-data.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { loginOf, stubBrowser } from '#web/testing.ts'
import { type ListKey, restoreSavedList } from './save-list-for-offline.ts'

const listKey = (reader: string): ListKey => [
  '/orders/buyer/{userId}',
  reader,
  { userId: reader },
  'pages',
]
const pages = [{ rows: [{ _id: '1' }], next: 'after-1', total: 2 }, { rows: [{ _id: '2' }] }]
const readAtMs = Date.parse('2026-11-07T10:00:00Z')
const savePages = (reader: string) =>
  saveOfflineData(reader, JSON.stringify(listKey(reader)), { atMs: readAtMs, data: pages })

let client: QueryClient
beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('fetch', async () => Response.json({}))
  client = new QueryClient()
})
const restore = (reader: string) => {
  restoreSavedList(client, listKey(reader))
  return client.getQueryData(listKey(reader))
}

test('a saved list is restored with its age and the cursor of each page', () => {
  savePages('asha')
  expect(restore('asha')).toEqual({ pages, pageParams: [undefined, 'after-1'] })
  expect(client.getQueryState(listKey('asha'))?.dataUpdatedAt).toBe(readAtMs)
})

test('a saved list never replaces newer data, and nobody else sees it', () => {
  savePages('asha')
  expect(restore('dev')).toBeUndefined()
  client.setQueryData(listKey('asha'), 'newer')
  expect(restore('asha')).toBe('newer')
})

test.each([
  ['a logout', () => clearSession()],
  ['another person’s login', () => saveSession(loginOf('dev'))],
  ['an admin’s logout', () => clearSession('admin')],
])('%s deletes the saved list', (_, end) => {
  saveSession(loginOf('asha'))
  savePages('asha')
  end()
  expect(restore('asha')).toBeUndefined()
})

test('a saved list survives the person’s next login; deleting it leaves other records alone', async () => {
  saveSession(loginOf('asha'))
  savePages('asha')
  localStorage.setItem('dobara.outbox.asha.1', '{}')
  saveSession({ ...loginOf('asha'), token: 'next' })
  expect(restore('asha')).toBeDefined()
  await clearOfflineData()
  expect(localStorage.getItem('dobara.outbox.asha.1')).toBe('{}')
})
