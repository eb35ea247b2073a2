import { expect, test } from 'vitest'
import { listBooks, listBranches, listShelves } from '#contract/books/books.ts'
import { as, otherApp } from '#server/testing.ts'
import { clientAddress } from './addresses.ts'
import { stopClock, useUp } from './testing-limits.ts'

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
const tooMany = [429, 'too_many_requests', true]

test('limits requests of an address per minute, without affecting other addresses', async () => {
  const { app, context } = await otherApp()
  const call = (ip: string) => as().call(listBranches, {}, { app, ip })
  stopClock()
  useUp(context.limits, 'calls', '2001:db8::1', 1)
  expect((await call('2001:db8::1')).status).toBe(200)
  expect(rejection(await call('2001:db8::2'))).toEqual(tooMany)
  expect((await call('2001:db8:0:1::1')).status).toBe(200)
  const unlimited = await otherApp({ config: { rateLimit: false } })
  useUp(unlimited.context.limits, 'calls', '2001:db8::1')
  const { status } = await as().call(listBranches, {}, { app: unlimited.app, ip: '2001:db8::1' })
  expect(status).toBe(200)
})

test('searches and whole lists have a stricter limit, which affects nothing else', async () => {
  const { app, context } = await otherApp()
  const ip = '192.0.2.7'
  stopClock()
  useUp(context.limits, 'searches', ip, 2)
  expect((await as().call(listShelves, { search: 'a' }, { app, ip })).status).toBe(200)
  expect((await as().call(listBooks, { search: 'a' }, { app, ip })).status).toBe(200)
  for (const input of [{ branch: 'Law' }, { limit: 61 }, { limit: 200 }])
    expect(rejection(await as().call(listBooks, input, { app, ip }))).toEqual(tooMany)
  expect(rejection(await as().call(listShelves, { search: 'b' }, { app, ip }))).toEqual(tooMany)
  expect((await as().call(listShelves, {}, { app, ip })).status).toBe(200)
  expect((await as().call(listBooks, { limit: 60 }, { app, ip })).status).toBe(200)
  expect((await as().call(listShelves, { search: 'b' }, { app, ip: '192.0.2.8' })).status).toBe(200)
})
