import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { requestSignupChallenge, signUpBuyer } from '#contract/accounts/auth.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { quotas, signupProof } from '#server/accounts/policy.ts'
import { newId } from '#server/platform/database/ids.ts'
import { createProofChallenge, deleteExpiredProofs } from '#server/platform/limits/proof-of-work.ts'
import { insertUses } from '#server/platform/limits/quotas.ts'
import { as, makeAccount, otherApp, testApp } from '#server/testing.ts'
import { signupCounters } from './rules.ts'

let count = 0
const freshIp = () => `10.9.${Math.floor(++count / 250)}.${count % 250}`

/** Sign-ups of others behind this address. */
async function countEarlier(ip: string, times: number): Promise<void> {
  const { db } = (await testApp()).context
  const { seconds } = quotas.signups
  const uses = Array.from({ length: times }, () => ({ id: newId(), key: `sign-up ${ip}`, seconds }))
  await insertUses(db, uses, new Date())
}

async function solve(json: string): Promise<string> {
  const challenge = JSON.parse(json) as Challenge
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

const requestChallenge = (ip: string) => as().call(requestSignupChallenge, {}, { ip })
const solved = async (ip: string) => solve((await requestChallenge(ip)).body.challenge)

const open = (ip: string, proof?: string, options = {}) => {
  const person = { name: 'Asha', address: 'Hostel 4, Pune', password: 'monsoon-library-42' }
  const form = { ...person, email: `${newId()}@example.com`, ...(proof && { proof }) }
  return as().call(signUpBuyer, form, { ip, ...options })
}
const outcome = async (answer: ReturnType<typeof open>) => {
  const { status, error } = await answer
  return status === 201 ? status : `${status} ${error.code}`
}
const refused = '429 too_many_signups'

test('40 people of a hostel sign up within an hour: the later ones with a proof each', async () => {
  const ip = freshIp()
  await countEarlier(ip, 19)
  expect(await outcome(open(ip))).toBe(201)
  expect(await outcome(open(ip))).toBe(refused)
  const proof = await solved(ip)
  expect(await outcome(open(ip, proof))).toBe(201)
  // Each proof counts once.
  expect(await outcome(open(ip, proof))).toBe(refused)
  await countEarlier(ip, 18)
  const last = await solved(ip)
  const tooLate = await solved(ip)
  expect(await outcome(open(ip, last))).toBe(201)
  const beyond = await open(ip, tooLate)
  expect([beyond.status, Number(beyond.headers['retry-after']) > 3000]).toEqual([429, true])
  // Nobody computes in vain, and another address is free.
  expect((await requestChallenge(ip)).error.code).toBe('too_many_signups')
  expect(await outcome(open(freshIp()))).toBe(201)
})

test('of many sign-ups with one proof at once, one gets through', async () => {
  const ip = freshIp()
  await countEarlier(ip, 20)
  const proof = await solved(ip)
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(open(ip, proof))))
  expect(outcomes.filter((status) => status === 201)).toHaveLength(1)
})

test('a proof that is forged, expired, unsolved or for something else is none', async () => {
  const ip = freshIp()
  await countEarlier(ip, 20)
  const { db } = (await testApp()).context
  const [right, now] = [await solved(ip), new Date()]
  const { challenge, solution } = JSON.parse(right)
  const changed = (parameters: object) =>
    JSON.stringify({ solution, challenge: { ...challenge, parameters } })
  const other = await createProofChallenge(db, 'something else', signupProof, now)
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const expired = await createProofChallenge(db, 'signup', signupProof, hourAgo)
  const proofs = [
    '{}',
    'no JSON',
    'null',
    JSON.stringify({ challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }),
    changed({ ...challenge.parameters, cost: 1 }),
    changed({ ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 3600 }),
    await solve(other),
    await solve(expired),
  ]
  for (const proof of proofs) expect(await outcome(open(ip, proof)), proof).toBe(refused)
  const later = await otherApp({ now: () => new Date(now.getTime() + 11 * 60_000) })
  expect(await outcome(open(ip, right, { app: later.app }))).toBe(refused)
  expect(await outcome(open(ip, right))).toBe(201)
})

test('a used proof is remembered until it expires', async () => {
  const ip = freshIp()
  const { db } = (await testApp()).context
  const proof = await solved(ip)
  const { nonce } = JSON.parse(proof).challenge.parameters
  const find = () =>
    db.selectFrom('used_proofs').select('nonce').where('nonce', '=', nonce).execute()
  await open(ip, proof)
  await deleteExpiredProofs(db, new Date())
  expect(await find()).toEqual([{ nonce }])
  await deleteExpiredProofs(db, new Date(Date.now() + signupProof.minutes * 60_000))
  expect(await find()).toEqual([])
})

test('a second account that is opened while logged in is not counted', async () => {
  const ip = freshIp()
  await countEarlier(ip, 40)
  const buyer = await makeAccount('buyer')
  const form = { name: 'Asha', sellerType: 'student' as const }
  expect((await as(buyer).call(openSellerAccount, form, { ip })).status).toBe(201)
})

test('without rate limits no proof is asked for', async () => {
  const ip = freshIp()
  await countEarlier(ip, 40)
  const { app } = await otherApp({ config: { rateLimit: false } })
  expect(await outcome(open(ip, undefined, { app }))).toBe(201)
})

test.each([
  [0, 1],
  [20, 1],
  [29, 1],
  [30, 2],
  [39, 2],
])('after %i sign-ups the work is %i times the first', (earlier, times) => {
  expect(signupCounters(earlier)).toEqual(signupProof.counters.map((bound) => bound * times))
})
