import { expect, test } from 'vitest'
import { signUpBuyer } from '#contract/accounts/auth.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { quotas } from '#server/accounts/limits.ts'
import { newId } from '#server/platform/database/ids.ts'
import { insertUses } from '#server/platform/limits/quotas.ts'
import { as, makeAccount, otherApp, testApp } from '#server/testing.ts'

let count = 0
const freshIp = () => `10.9.${Math.floor(++count / 250)}.${count % 250}`

/** Adds sign-ups of other people from this address to the count. */
async function countEarlier(ip: string, times: number): Promise<void> {
  const { db } = (await testApp()).context
  const { seconds } = quotas.signups
  const uses = Array.from({ length: times }, () => ({ id: newId(), key: `sign-up ${ip}`, seconds }))
  await insertUses(db, uses, new Date())
}

const open = (ip: string, options = {}) => {
  const person = { name: 'Asha', address: 'Hostel 4, Pune', password: 'monsoon-library-42' }
  const form = { ...person, email: `${newId()}@example.com` }
  return as().call(signUpBuyer, form, { ip, ...options })
}

test('allows 300 sign-ups from one address in an hour, and no more', async () => {
  const ip = freshIp()
  await countEarlier(ip, 299)
  expect((await open(ip)).status).toBe(201)
  const beyond = await open(ip)
  expect([beyond.status, beyond.error.code]).toEqual([429, 'too_many_signups'])
  expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await open(freshIp())).status).toBe(201)
  const hourLater = await otherApp({ now: () => new Date(Date.now() + 3_601_000) })
  expect((await open(ip, { app: hourLater.app })).status).toBe(201)
})

test('concurrent sign-ups can’t exceed the limit', async () => {
  const ip = freshIp()
  await countEarlier(ip, 297)
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(ip)))
  expect(opened.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('a second account that is opened while logged in is not counted', async () => {
  const ip = freshIp()
  await countEarlier(ip, 300)
  const buyer = await makeAccount('buyer')
  const form = { name: 'Asha', sellerType: 'student' as const }
  expect((await as(buyer).call(openSellerAccount, form, { ip })).status).toBe(201)
})

test('counts nothing without rate limits', async () => {
  const ip = freshIp()
  await countEarlier(ip, 300)
  const { app } = await otherApp({ config: { rateLimit: false } })
  expect((await open(ip, { app })).status).toBe(201)
})
