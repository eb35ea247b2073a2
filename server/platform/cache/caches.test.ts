import { expect, test } from 'vitest'
import { type ReadyPage, toReadyPage } from '#server/platform/pages/page-cache.ts'
import { type Answer, toAnswer } from './answer.ts'
import { createCaches } from './caches.ts'
import { everything } from './changes.ts'
import { maxStaleMs } from './policy.ts'

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

test('the notification of an own commit forgets nothing, before the commit is answered or after it', async () => {
  const { cache, expectCommit, applyOwn, applyNotified } = createCaches()
  const options = { topics: [], maxAgeSeconds: 60, shows: () => ({ tags: ['book 1'] }) }
  const noted = { transaction: '7', changes: [{ tags: ['book 1'] }] }
  const keep = () => cache.getOrCompute('a', options, async () => 'kept')
  await keep()
  expectCommit('7')
  applyNotified(noted)
  expect(cache.find('a')).toBe('kept')
  applyOwn([], noted)
  expect(cache.find('a')).toBeUndefined()
  await keep()
  applyNotified(noted)
  expect(cache.find('a')).toBe('kept')
  applyNotified({ ...noted, transaction: '8' })
  expect(cache.find('a')).toBeUndefined()
})

/** Caches with an answer 'a' that shows book 1, and a page that shows that answer. */
function createWithPage(now?: () => number) {
  const caches = createCaches(now)
  const options = { topics: [], maxAgeSeconds: 30, shows: ({ shows }: Answer) => shows }
  const readAnswer = (find: () => Promise<string>) =>
    caches.cache.getOrCompute('a', options, async () =>
      toAnswer(Buffer.from(await find()), { headers: {}, shows: { tags: ['book 1'] } }),
    )
  const readPage = (find: () => Promise<string>) =>
    caches.pageCache.getOrCompute(
      'page',
      { topics: [], maxAgeSeconds: 60, shows: ({ answer }: ReadyPage) => answer.shows },
      async () => {
        const body = String((await readAnswer(find)).body)
        const html = { status: 200, body, location: null, type: 'text/html', isWhole: true }
        return toReadyPage(html, ['a'], false)
      },
    )
  const change = { transaction: '1', changes: [{ tags: ['book 1'] }] }
  return { ...caches, readAnswer, readPage, change }
}

test.each([true, false])(
  'a page of an old answer isn’t kept where a newer one was ready first (own change: %s)',
  async (isOwn) => {
    const { readAnswer, readPage, change, cache, pageCache, ...caches } = createWithPage()
    const old = Promise.withResolvers<string>()
    const page = readPage(() => old.promise)
    if (isOwn) caches.applyOwn([], change)
    else caches.applyNotified(change)
    await readAnswer(async () => 'new')
    old.resolve('old')
    expect(String((await page).answer.body)).toBe('old')
    expect(String((cache.find('a') as Answer).body)).toBe('new')
    expect(pageCache.find('page')).toBeUndefined()
    expect(String((await readPage(async () => 'newer')).answer.body)).toBe('new')
  },
)

test.each([
  [maxStaleMs - 1, 'old'],
  [maxStaleMs, undefined],
])(
  'strangers get the page of a slow answer %d ms after the change: %s',
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
    expect(second && String(second.answer.body)).toBe(found)
  },
)

test('a page hears of a change after its answer has come of age', async () => {
  let time = 1
  const { readPage, change, pageCache, applyOwn } = createWithPage(() => time)
  await readPage(async () => 'old')
  time += 30_001
  expect(pageCache.find('page')).toBeDefined()
  applyOwn([], change)
  expect(pageCache.find('page')).toBeUndefined()
})
