import { expect, test } from 'vitest'
import { listBooks, listBranches, listShelves } from '#contract/books/books.ts'
import { as, otherApp } from '#server/testing.ts'
import { clientAddress } from './addresses.ts'
import { usesPerMinute } from './rate-limits.ts'
import { stopClock } from './testing-limits.ts'

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
  expect(clientAddress({ ip })).toBe(address)
})

const rejection = (response: {
  status: number
  error: { code: string }
  headers: Record<string, unknown>
}) => [
  response.status,
  response.error.code,
  Number(response.headers['retry-after']) > 0 && Number(response.headers['retry-after']) <= 60,
]

test('limits requests of an address per minute, without affecting other addresses', async () => {
  const { app } = await otherApp()
  const call = (ip: string) => as().call(listBranches, {}, { app, ip })
  stopClock()
  for (let count = 0; count < usesPerMinute.calls; count += 500) {
    const responses = await Promise.all(Array.from({ length: 500 }, () => call('2001:db8::1')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(rejection(await call('2001:db8::2'))).toEqual([429, 'too_many_requests', true])
  expect((await call('2001:db8:0:1::1')).status).toBe(200)
  const unlimited = await otherApp({ config: { rateLimit: false } })
  expect(
    (await as().call(listBranches, {}, { app: unlimited.app, ip: '2001:db8::1' })).status,
  ).toBe(200)
})

test('searches and whole lists have a stricter limit, which affects nothing else', async () => {
  const { app } = await otherApp()
  const ip = '192.0.2.7'
  stopClock()
  for (let n = 0; n < usesPerMinute.searches; n++) {
    const { status } =
      n % 2 === 0
        ? await as().call(listShelves, { search: `a ${n}` }, { app, ip })
        : await as().call(listBooks, { search: `a ${n}` }, { app, ip })
    expect(status).toBe(200)
  }
  expect(rejection(await as().call(listShelves, { search: 'b' }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect(rejection(await as().call(listBooks, { branch: 'Law' }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect((await as().call(listShelves, {}, { app, ip })).status).toBe(200)
  expect((await as().call(listBooks, { limit: 60 }, { app, ip })).status).toBe(200)
  expect(rejection(await as().call(listBooks, { limit: 61 }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect(rejection(await as().call(listBooks, { limit: 200 }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect((await as().call(listShelves, { search: 'b' }, { app, ip: '192.0.2.8' })).status).toBe(200)
})
