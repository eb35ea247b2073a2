import { expect, test } from 'vitest'
import { type ReadyPage, toReadyPage } from '#server/platform/pages/page-cache.ts'
import { createCaches } from './caches.ts'
import { everything } from './changes.ts'
import { maxStaleMs } from './policy.ts'
import { type PreparedResponse, prepareResponse } from './prepared-response.ts'

test('a lost connection invalidates everything, also after a write of this process has failed', async () => {
  const { cache, applyOwn, applyNotified } = createCaches()
  const options = { topics: [], maxAgeSeconds: 60, dependenciesOf: () => ({ tags: ['book 1'] }) }
  const store = () => cache.getOrCompute('a', options, async () => 'cached')
  await store()
  applyOwn([], everything)
  expect(cache.find('a')).toBeUndefined()
  await store()
  applyNotified(everything)
  expect(cache.find('a')).toBeUndefined()
})

test('the notification of an own commit invalidates nothing, before the commit is answered or after it', async () => {
  const { cache, expectCommit, applyOwn, applyNotified } = createCaches()
  const options = { topics: [], maxAgeSeconds: 60, dependenciesOf: () => ({ tags: ['book 1'] }) }
  const noted = { transaction: '7', changes: [{ tags: ['book 1'] }] }
  const store = () => cache.getOrCompute('a', options, async () => 'cached')
  await store()
  expectCommit('7')
  applyNotified(noted)
  expect(cache.find('a')).toBe('cached')
  applyOwn([], noted)
  expect(cache.find('a')).toBeUndefined()
  await store()
  applyNotified(noted)
  expect(cache.find('a')).toBe('cached')
  applyNotified({ ...noted, transaction: '8' })
  expect(cache.find('a')).toBeUndefined()
})

test('a commit that was taken back is applied once it is heard of', async () => {
  const { cache, expectCommit, applyNotified } = createCaches()
  const options = { topics: [], maxAgeSeconds: 60, dependenciesOf: () => ({ tags: ['book 1'] }) }
  await cache.getOrCompute('a', options, async () => 'cached')
  expectCommit('7')()
  applyNotified({ transaction: '7', changes: [{ tags: ['book 1'] }] })
  expect(cache.find('a')).toBeUndefined()
})

function createWithPage(now?: () => number) {
  const caches = createCaches(now)
  const options = {
    topics: [],
    maxAgeSeconds: 30,
    dependenciesOf: ({ dependencies }: PreparedResponse) => dependencies,
  }
  const readResponse = (find: () => Promise<string>) =>
    caches.cache.getOrCompute('a', options, async () =>
      prepareResponse(Buffer.from(await find()), {
        headers: {},
        dependencies: { tags: ['book 1'] },
      }),
    )
  const readPage = (find: () => Promise<string>) =>
    caches.pageCache.getOrCompute(
      'page',
      {
        topics: [],
        maxAgeSeconds: 60,
        dependenciesOf: ({ response }: ReadyPage) => response.dependencies,
      },
      async () => {
        const body = String((await readResponse(find)).body)
        const html = { status: 200, body, location: null, type: 'text/html', isWhole: true }
        return toReadyPage(html, ['a'], false)
      },
    )
  const change = { transaction: '1', changes: [{ tags: ['book 1'] }] }
  return { ...caches, readResponse, readPage, change }
}

test.each([true, false])(
  'a page of an old response isn’t cached where a newer one was ready first (own change: %s)',
  async (isOwn) => {
    const { readResponse, readPage, change, cache, pageCache, ...caches } = createWithPage()
    const old = Promise.withResolvers<string>()
    const page = readPage(() => old.promise)
    if (isOwn) caches.applyOwn([], change)
    else caches.applyNotified(change)
    await readResponse(async () => 'new')
    old.resolve('old')
    expect(String((await page).response.body)).toBe('old')
    expect(String((cache.find('a') as PreparedResponse).body)).toBe('new')
    expect(pageCache.find('page')).toBeUndefined()
    expect(String((await readPage(async () => 'newer')).response.body)).toBe('new')
  },
)

test.each([
  [maxStaleMs - 1, 'old'],
  [maxStaleMs, undefined],
])(
  'strangers get the page of a slow response %d ms after the change: %s',
  async (slowness, found) => {
    let time = 1
    const { readPage, change, pageCache, applyOwn } = createWithPage(() => time)
    const slow = Promise.withResolvers<string>()
    const page = readPage(() => slow.promise)
    applyOwn([], change)
    time += slowness
    slow.resolve('old')
    await page
    const [first, second] = [1, 2].map(() => pageCache.find('page', { mayBeStale: true }))
    expect(first).toBeUndefined()
    expect(second && String(second.response.body)).toBe(found)
  },
)

test('a page hears of a change after its response has come of age', async () => {
  let time = 1
  const { readPage, change, pageCache, applyOwn } = createWithPage(() => time)
  await readPage(async () => 'old')
  time += 30_001
  expect(pageCache.find('page')).toBeDefined()
  applyOwn([], change)
  expect(pageCache.find('page')).toBeUndefined()
})
