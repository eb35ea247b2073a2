import { expect, test } from 'vitest'
import { logOutOtherSessions } from '#contract/accounts.ts'
import { listBooks, listBranches, listShelves, updateBook } from '#contract/books.ts'
import { as, makeBook, makePerson, otherApp, testApp } from '#server/testing.ts'
import { uploadLimits } from './body-budget.ts'
import { clientAddress, marketChanges, requestsPerMinute } from './rate-limits.ts'

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

const refusedFor = (answer: {
  status: number
  refusal: { code: string }
  headers: Record<string, unknown>
}) => [
  answer.status,
  answer.refusal.code,
  Number(answer.headers['retry-after']) > 0 && Number(answer.headers['retry-after']) <= 60,
]

test('an address may call so often in a minute, and the next one is served all the same', async () => {
  const { app } = await otherApp()
  const call = (ip: string) => as().call(listBranches, {}, { app, ip })
  for (let made = 0; made < requestsPerMinute.calls; made += 500) {
    const answers = await Promise.all(Array.from({ length: 500 }, () => call('2001:db8::1')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(refusedFor(await call('2001:db8::2'))).toEqual([429, 'too_many_requests', true])
  expect((await call('2001:db8:0:1::1')).status).toBe(200)
  const unlimited = await otherApp({ config: { rateLimit: false } })
  expect(
    (await as().call(listBranches, {}, { app: unlimited.app, ip: '2001:db8::1' })).status,
  ).toBe(200)
})

test('searches and whole lists are counted more strictly, and nothing else with them', async () => {
  const { app } = await otherApp()
  const ip = '192.0.2.7'
  for (let n = 0; n < requestsPerMinute.searches; n++) {
    const { status } =
      n % 2 === 0
        ? await as().call(listShelves, { search: 'a' }, { app, ip })
        : await as().call(listBooks, {}, { app, ip })
    expect(status).toBe(200)
  }
  expect(refusedFor(await as().call(listShelves, { search: 'b' }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect(refusedFor(await as().call(listBooks, { branch: 'Law' }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect((await as().call(listShelves, {}, { app, ip })).status).toBe(200)
  expect((await as().call(listBooks, { limit: 60 }, { app, ip })).status).toBe(200)
  expect(refusedFor(await as().call(listBooks, { limit: 61 }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect(refusedFor(await as().call(listBooks, { limit: 200 }, { app, ip }))).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect((await as().call(listShelves, { search: 'b' }, { app, ip: '192.0.2.8' })).status).toBe(200)
})

test('a person may change what the market shows a thousand times in one go, and then every six seconds', async () => {
  const { app, parts } = await otherApp()
  const seller = await makePerson('seller')
  const book = {
    id: await makeBook(seller),
    title: 'A title',
    author: 'An Author',
    original_price: 500,
    predicted_price: 250,
  }
  for (let made = 2; made < marketChanges.max; made++) parts.limits.countMarketChange(seller.id)
  const change = (title: string) => as(seller).call(updateBook, { ...book, title }, { app })
  // What changes nothing doesn't count.
  const statuses: number[] = []
  for (const title of ['One', 'One', 'One', 'Two']) statuses.push((await change(title)).status)
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(refusedFor(await change('Three'))).toEqual([429, 'too_many_requests', true])
  expect((await as(seller).call(logOutOtherSessions, {}, { app })).status).toBe(200)
  const other = await makePerson('seller')
  expect(
    (await as(other).call(updateBook, { ...book, id: await makeBook(other) }, { app })).status,
  ).toBe(200)
  const unlimited = await otherApp({ config: { rateLimit: false } })
  for (let made = 0; made < marketChanges.max; made++)
    unlimited.parts.limits.countMarketChange(seller.id)
  expect((await as(seller).call(updateBook, book, { app: unlimited.app })).status).toBe(200)
})

/** Begins uploads at the server's limit, and takes bytes of them. */
const begin = async () => (await testApp()).parts.limits.holdBody
const tooMany = 'Too many requests. Please wait a moment.'

test('a person has two uploads on their way, and each gives its place back', async () => {
  const hold = await begin()
  const own = [hold('home of a', 'a'), hold('home of a', 'a')]
  expect(() => hold('home of a', 'a')).toThrow(tooMany)
  own[0]?.release()
  own.push(hold('home of a', 'a'))
  for (const { release } of own) release()
})

test('uploads take the room of what arrived of them, bounded for each address and for all, and give it back', async () => {
  const hold = await begin()
  const six = Array.from({ length: 6 }, (_, n) => hold(`home ${n}`, `slow ${n}`))
  for (const { take } of six) take(1)
  const [near, far, third] = [hold('hostel', 'e'), hold('elsewhere', 'f'), hold('hostel', 'g')]
  near.take(uploadLimits.addressBytes - 1)
  expect(() => third.take(2)).toThrow(tooMany)
  third.release()
  far.take(uploadLimits.bytes - uploadLimits.addressBytes - 10)
  const last = hold('another place', 'h')
  expect(() => last.take(100)).toThrow(tooMany)
  last.release()
  near.release()
  const again = hold('hostel', 'i')
  again.take(uploadLimits.addressBytes)
  for (const { release } of [...six, far, again]) release()
})
