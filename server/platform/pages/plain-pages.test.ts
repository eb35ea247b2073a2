import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unavailableRetrySeconds } from '#server/platform/http/responses/error-response.ts'
import { unavailablePage } from './plain-pages.ts'

test('the error page reloads once the server is ready, and not earlier', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers = [
    async () => ({ ok: false }),
    async () => {
      throw new TypeError('fetch failed')
    },
    async () => ({ ok: true }),
  ]
  const fetch = vi.fn(() => answers.shift()?.())
  const location = { reload: vi.fn() }
  const script = /<script>(.*)<\/script>/.exec(unavailablePage.body)?.[1] ?? ''
  runInNewContext(script, { setInterval, fetch, location })
  await vi.advanceTimersByTimeAsync(2 * unavailableRetrySeconds * 1000)
  expect([fetch.mock.calls.length, location.reload.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(unavailableRetrySeconds * 1000)
  expect(location.reload).toHaveBeenCalledOnce()
})
