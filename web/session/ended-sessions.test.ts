import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage, stubBrowser } from '#web/testing.ts'

afterEach(() => vi.unstubAllGlobals())

const told: string[] = []
let answer: () => Promise<Response>
beforeEach(() => {
  vi.resetModules()
  told.splice(0)
  answer = async () => Response.json({})
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    told.push(headers.authorization ?? '')
    return answer()
  })
})

test('a session that is over is told of until the server has heard it', async () => {
  stubBrowser()
  const { endSession, reportEndedSessions } = await import('./ended-sessions.ts')
  answer = () => Promise.reject(new TypeError('offline'))
  endSession('one')
  endSession('two')
  await vi.waitFor(() => expect(localStorage.length).toBe(2))
  answer = async () => new Response('', { status: 503 })
  await reportEndedSessions()
  expect(localStorage.length).toBe(2)
  answer = async () => new Response('', { status: 401 })
  await reportEndedSessions()
  expect(localStorage.length).toBe(0)
  expect(told).toEqual(['one', 'two', 'one', 'two', 'one', 'two'].map((token) => `Bearer ${token}`))
})

test('one tab that ends a session while another one does loses neither', async () => {
  const { window } = stubBrowser()
  const shared = memoryStorage()
  answer = () => Promise.reject(new TypeError('offline'))
  const { endSession } = await import('./ended-sessions.ts')
  // The other tab writes between this one's look and its own writing.
  vi.resetModules()
  vi.stubGlobal('window', window)
  const other = await import('./ended-sessions.ts')
  let nested = false
  vi.stubGlobal('localStorage', {
    ...shared,
    getItem: shared.getItem,
    setItem: (key: string, text: string) => {
      if (!nested) {
        nested = true
        other.endSession('of the other tab')
      }
      shared.setItem(key, text)
    },
  })
  endSession('of this tab')
  const kept = Array.from(
    { length: 2 },
    (_, place) => shared.getItem(shared.key(place) ?? '') ?? '',
  )
  expect(kept.join()).toContain('of the other tab')
  expect(kept.join()).toContain('of this tab')
})

test('sessions that an earlier version kept in one list are told of too', async () => {
  stubBrowser({ 'dobara.ending': '["old"]' })
  await import('./ended-sessions.ts')
  await vi.waitFor(() => expect(localStorage.length).toBe(0))
  expect(told).toEqual(['Bearer old'])
})
