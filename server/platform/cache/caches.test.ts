import { expect, test } from 'vitest'
import { createCaches } from './caches.ts'
import { everything } from './changes.ts'

test('a lost connection forgets everything, also after a write of this process has failed', async () => {
  const { cache, applyOwn, applyNotified } = createCaches()
  const options = { topics: [], maxAgeSeconds: 60, shows: () => ({ tags: ['book 1'] }) }
  const keep = () => cache.getOrCompute('a', options, async () => 'kept')
  await keep()
  applyOwn([], everything)
  expect(cache.find('a')).toBeUndefined()
  await keep()
  applyNotified(everything)
  expect(cache.find('a')).toBeUndefined()
})

test('the notification of an own commit forgets nothing again', async () => {
  const { cache, applyOwn, applyNotified } = createCaches()
  const options = { topics: [], maxAgeSeconds: 60, shows: () => ({ tags: ['book 1'] }) }
  const noted = { transaction: '7', changes: [{ tags: ['book 1'] }] }
  applyOwn([], noted)
  await cache.getOrCompute('a', options, async () => 'kept')
  applyNotified(noted)
  expect(cache.find('a')).toBe('kept')
  applyNotified({ ...noted, transaction: '8' })
  expect(cache.find('a')).toBeUndefined()
})
