import { expect, test } from 'vitest'
import { listBooks, listBranches, listShelves } from '#contract/books.ts'
import { as, otherApp, testApp } from '#server/testing.ts'
import { addressOf, perMinute, uploadLimits } from './limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:5555', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['', 'unknown'],
  ['somewhere', 'unknown'],
  ['1.2.3.4.5:80', 'unknown'],
  [undefined, 'unknown'],
])('%o is counted as %s', (ip, address) => {
  expect(addressOf({ ip })).toBe(address)
})

const refusedFor = (answer: { status: number; refusal: { code: string }; headers: Record<string, unknown> }) => [
  answer.status,
  answer.refusal.code,
  Number(answer.headers['retry-after']) > 0 && Number(answer.headers['retry-after']) <= 60,
]

test('an address may call so often in a minute, and the next one is served all the same', { timeout: 60_000 }, async () => {
  const { app } = await otherApp()
  const call = (ip: string) => as().call(listBranches, {}, { app, ip })
  for (let made = 0; made < perMinute.calls; made += 500) {
    const answers = await Promise.all(Array.from({ length: 500 }, () => call('2001:db8::1')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(refusedFor(await call('2001:db8::2'))).toEqual([429, 'too_many_requests', true])
  expect((await call('2001:db8:0:1::1')).status).toBe(200)
  const unlimited = await otherApp({ config: { rateLimit: false } })
  expect((await as().call(listBranches, {}, { app: unlimited.app, ip: '2001:db8::1' })).status).toBe(200)
})

test('searches and whole lists are counted more strictly, and nothing else with them', { timeout: 60_000 }, async () => {
  const { app } = await otherApp()
  const ip = '192.0.2.7'
  for (let n = 0; n < perMinute.searches; n++) {
    const { status } =
      n % 2 === 0 ? await as().call(listShelves, { search: 'a' }, { app, ip }) : await as().call(listBooks, {}, { app, ip })
    expect(status).toBe(200)
  }
  expect(refusedFor(await as().call(listShelves, { search: 'b' }, { app, ip }))).toEqual([429, 'too_many_requests', true])
  expect(refusedFor(await as().call(listBooks, { branch: 'Law' }, { app, ip }))).toEqual([429, 'too_many_requests', true])
  expect((await as().call(listShelves, {}, { app, ip })).status).toBe(200)
  expect((await as().call(listBooks, { limit: 20 }, { app, ip })).status).toBe(200)
  expect((await as().call(listShelves, { search: 'b' }, { app, ip: '192.0.2.8' })).status).toBe(200)
})

test('the uploads on their way are bounded for each person, each address and all, and give their room back', async () => {
  const { limits } = (await testApp()).parts
  const [small, large] = [1000, uploadLimits.bytes / 2]
  const own = [limits.holdUpload('a', 'home of a', small), limits.holdUpload('a', 'home of a', small)]
  expect(() => limits.holdUpload('a', 'home of a', small)).toThrow('Too many requests. Please wait a moment.')
  own[0]?.()
  own.push(limits.holdUpload('a', 'home of a', small))
  const big = limits.holdUpload('b', 'home of b', large)
  expect(() => limits.holdUpload('c', 'home of c', large)).toThrow('Too many requests. Please wait a moment.')
  limits.holdUpload('c', 'home of c', small)()
  big()
  limits.holdUpload('c', 'home of c', large)()
  for (const letGo of own.slice(1)) letGo()
  const [near, far] = [limits.holdUpload('e', 'hostel', uploadLimits.addressBytes - 1), limits.holdUpload('f', 'elsewhere', large)]
  expect(() => limits.holdUpload('g', 'hostel', 2)).toThrow('Too many requests. Please wait a moment.')
  limits.holdUpload('g', 'hostel', 1)()
  near()
  far()
  // All of it is back: one upload may take everything.
  limits.holdUpload('d', 'home of d', uploadLimits.bytes)()
})
