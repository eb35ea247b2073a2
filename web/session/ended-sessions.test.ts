import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage, stubBrowser } from '#web/testing.ts'

const reported: string[] = []
let respond: () => Promise<Response>
beforeEach(() => {
  vi.resetModules()
  reported.splice(0)
  respond = async () => Response.json({})
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    reported.push(headers.authorization ?? '')
    return respond()
  })
})

test('an ended session is reported until the server accepts it', async () => {
  stubBrowser()
  const { endSession, reportEndedSessions } = await import('./ended-sessions.ts')
  respond = () => Promise.reject(new TypeError('offline'))
  endSession('one')
  endSession('two')
  await expect.poll(() => localStorage.length).toBe(2)
  respond = async () => new Response('', { status: 503 })
  await reportEndedSessions()
  expect(localStorage.length).toBe(2)
  respond = async () => new Response('', { status: 401 })
  await reportEndedSessions()
  expect(localStorage.length).toBe(0)
  expect(reported).toEqual(
    ['one', 'two', 'one', 'two', 'one', 'two'].map((token) => `Bearer ${token}`),
  )
})

test('two tabs that end sessions at the same time report both', async () => {
  const { window } = stubBrowser()
  const shared = memoryStorage()
  respond = () => Promise.reject(new TypeError('offline'))
  const { endSession } = await import('./ended-sessions.ts')
  // The other tab writes while this tab is writing.
  vi.resetModules()
  vi.stubGlobal('window', window)
  const otherTab = await import('./ended-sessions.ts')
  let hasOtherTabWritten = false
  vi.stubGlobal('localStorage', {
    ...shared,
    getItem: shared.getItem,
    setItem: (key: string, text: string) => {
      if (!hasOtherTabWritten) {
        hasOtherTabWritten = true
        otherTab.endSession('of the other tab')
      }
      shared.setItem(key, text)
    },
  })
  endSession('of this tab')
  const stored = Array.from(
    { length: 2 },
    (_, index) => shared.getItem(shared.key(index) ?? '') ?? '',
  )
  expect(stored.join()).toContain('of the other tab')
  expect(stored.join()).toContain('of this tab')
})
