// A stranger can't distinguish known emails from unknown ones: responses have the same bytes and
// cause the same work. These tests count hashed and checked passwords instead of measuring time.
import { expect, test } from 'vitest'
import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  requestPasswordReset,
  signUpBuyer,
} from '#contract/accounts/auth.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { passwordWork } from '#server/accounts/auth/passwords/passwords.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount } from '#server/testing.ts'

let addresses = 0

async function ask<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  const before = { ...passwordWork }
  const { status, body } = await as().call(endpoint, input, { ip: `10.48.0.${++addresses}` })
  const work = {
    hashed: passwordWork.hashed - before.hashed,
    checked: passwordWork.checked - before.checked,
  }
  return { status, bytes: JSON.stringify(body), work }
}

const nobody = () => `${newId()}@example.com`
const password = 'a wrong guess'

test('wrong passwords get the same response after one check for all emails', async () => {
  for (const [role, endpoint] of [
    ['buyer', logInBuyer],
    ['seller', logInSeller],
    ['admin', logInAdmin],
  ] as const) {
    const { email } = await makeAccount(role)
    const known = await ask(endpoint, { email, password })
    expect(known).toMatchObject({ status: 401, work: { hashed: 0, checked: 1 } })
    expect(known.bytes).toContain('Invalid email or password.')
    expect(await ask(endpoint, { email: nobody(), password })).toEqual(known)
    const other = await makeAccount(role === 'buyer' ? 'seller' : 'buyer')
    expect(await ask(endpoint, { email: other.email, password })).toEqual(known)
  }
})

test('requests for a new password get the same response, and hash nothing', async () => {
  const { email } = await makeAccount('buyer')
  const known = await ask(requestPasswordReset, { email, role: 'buyer' })
  expect(known).toMatchObject({ status: 200, work: { hashed: 0, checked: 0 } })
  expect(await ask(requestPasswordReset, { email: nobody(), role: 'buyer' })).toEqual(known)
  expect(await ask(requestPasswordReset, { email, role: 'seller' })).toEqual(known)
})

test('sign-ups take equal work for all emails, and don’t reveal the role', async () => {
  const form = { name: 'Asha', address: '12 Lake Road, Pune', password }
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const taken = await ask(signUpBuyer, { ...form, email: buyer.email })
  expect(taken).toMatchObject({ status: 409, work: { hashed: 1, checked: 1 } })
  expect(await ask(signUpBuyer, { ...form, email: seller.email })).toEqual(taken)
  const fresh = await ask(signUpBuyer, { ...form, email: nobody() })
  expect(fresh).toMatchObject({ status: 201, work: taken.work })
})
