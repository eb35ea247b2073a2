import { expect, test } from 'vitest'
import { changeBuyerPassword } from '#contract/accounts/accounts.ts'
import { logInBuyer, signUpBuyer, signUpSeller } from '#contract/accounts/auth.ts'
import { changeAdminPassword } from '#contract/admin/admin.ts'
import { commonPasswordError } from '#server/accounts/texts.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount } from '#server/testing.ts'
import { isCommonPassword, isListedPassword } from './common-passwords.ts'

const listed = 'Midnight1'
const form = (password: string) => ({
  name: 'Asha',
  address: '12 Lake Road, Pune',
  email: `${newId()}@example.com`,
  password,
})

test.each([
  ['midnight1', true],
  ['MIDNIGHT1', true],
  ['starwars1', true],
  ['omnamahshivaya', true],
  ['monsoon-library-42', false],
  ['dragonfruit pickle', false],
])('%s is a common password: %s', async (password, expected) => {
  expect(await isListedPassword(password)).toBe(expected)
})

test('rejects a listed password at its field if the client asks for it', async () => {
  expect(isCommonPassword(listed)).toBe(false)
  const seller = { name: 'Ravi', sellerType: 'student' as const, email: `${newId()}@example.com` }
  const buyer = await makeAccount('buyer')
  const admin = await makeAccount('admin')
  const change = { newPassword: listed, refuseCommon: true }
  for (const [field, refused] of [
    ['password', await as().call(signUpBuyer, { ...form(listed), refuseCommon: true })],
    [
      'password',
      await as().call(signUpSeller, { ...seller, password: listed, refuseCommon: true }),
    ],
    ['newPassword', await as(buyer).call(changeBuyerPassword, { password: 'any', ...change })],
    ['newPassword', await as(admin).call(changeAdminPassword, { password: 'any', ...change })],
  ] as const)
    expect([refused.status, refused.error.fields]).toEqual([400, { [field]: commonPasswordError }])
})

test('checks only the short list unless the client asks for the long one', async () => {
  const accepted = form(listed)
  expect((await as().call(signUpBuyer, accepted)).status).toBe(201)
  expect((await as().call(logInBuyer, accepted)).status).toBe(200)
  expect((await as().call(signUpBuyer, form('password123'))).error.fields).toEqual({
    password: commonPasswordError,
  })
})
