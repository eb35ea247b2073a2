import { expect, test, vi } from 'vitest'
import { otherApp, testApp } from '#server/testing.ts'
import { minSharedUse, requestsPerMinute } from './policy.ts'
import { stopClock } from './testing-limits.ts'
import { createWindowCounter } from './window-counter.ts'

test('a key has its limit in each minute, which begins with its first use', () => {
  const { count } = createWindowCounter(3)
  stopClock()
  const begun = Date.now()
  expect([count('a'), count('a'), count('a'), count('b')]).toEqual([0, 0, 0, 0])
  vi.setSystemTime(begun + 59_000)
  expect([count('a'), count('b')]).toEqual([1, 0])
  vi.setSystemTime(begun + 60_000)
  expect(count('a')).toBe(0)
})

test('two processes that tell each other count together, and tell only of who sends a lot', () => {
  const [here, there] = [createWindowCounter(100), createWindowCounter(100)]
  for (let use = 0; use < 100 * minSharedUse - 1; use++) here.count('quiet')
  for (let use = 0; use < 60; use++) here.count('busy')
  const shared = here.takeHeavy()
  expect(shared).toEqual([['busy', 60]])
  for (const [key, uses] of shared) there.add(key, uses)
  for (let use = 0; use < 40; use++) expect(there.count('busy')).toBe(0)
  expect(there.count('busy')).toBeGreaterThan(0)
  // What came from elsewhere isn't shared again.
  expect([here.takeHeavy(), there.takeHeavy()]).toEqual([[], [['busy', 41]]])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'an address has its limit at all servers of a PostgreSQL together',
  async () => {
    const config = { ...(await testApp()).context.config, rateLimit: true }
    const [one, two] = [await otherApp({ config }), await otherApp({ config })]
    const ask = ({ app }: typeof one) =>
      app.inject({ url: '/api/none', remoteAddress: '198.51.100.7' })
    stopClock()
    for (let use = 0; use < requestsPerMinute.calls; use++)
      expect((await ask(one)).statusCode).toBe(404)
    await expect.poll(async () => (await ask(two)).statusCode).toBe(429)
  },
)
