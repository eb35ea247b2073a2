import { expect, test } from 'vitest'
import { logInBuyer, logInSeller, logOut, signUpBuyer, signUpSeller, switchRole } from '#contract/auth.ts'
import { as } from '#server/testing.ts'

let count = 0
const email = () => `person${++count}.${process.pid}@example.com`
const password = 'monsoon-library-42'
const buyer = (more: object = {}) => ({ name: 'Asha', address: '12 Lake Road, Pune', email: email(), password, ...more })

test('a buyer signs up, logs in, and the token opens what is theirs until logout', async () => {
  const form = buyer()
  const signup = await as().call(signUpBuyer, form)
  expect([signup.status, signup.body.message]).toEqual([201, 'Signup successful! Please log in.'])
  const login = await as().call(logInBuyer, { email: form.email.toUpperCase(), password })
  expect(login.body).toMatchObject({ role: 'buyer', name: 'Asha' })
  expect((await as(login.body).call(logOut, {})).status).toBe(200)
  const after = await as(login.body).call(logOut, {})
  expect([after.status, after.refusal.code]).toEqual([401, 'session_ended'])
})

test('both headers are read, and no header is said to be missing', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const { body } = await as().call(logInBuyer, { email: form.email, password })
  expect((await as().call(logOut, {}, { headers: { 'auth-token': body.token } })).status).toBe(200)
  const none = await as().call(logOut, {})
  expect([none.status, none.refusal.message]).toEqual([401, 'No auth token found. Please log in.'])
})

test('a wrong password, an unknown email and the other role answer alike', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const answers = await Promise.all([
    as().call(logInBuyer, { email: form.email, password: 'wrong-password' }, { ip: '10.0.0.1' }),
    as().call(logInBuyer, { email: email(), password }, { ip: '10.0.0.2' }),
    as().call(logInSeller, { email: form.email, password }, { ip: '10.0.0.3' }),
  ])
  for (const answer of answers) expect([answer.status, answer.refusal.message]).toEqual([401, 'Invalid email or password.'])
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required.'],
  [{ email: 'not-an-email' }, 'email', 'Enter a valid email address.'],
  [{ password: 'short' }, 'password', 'Password must have at least 8 characters.'],
  [{ password: 'Password123' }, 'password', 'This password is among the most common ones. Please choose another.'],
  [{ address: undefined }, 'address', 'Address is required.'],
])('sign-up refuses %o', async (wrong, field, message) => {
  const { status, refusal } = await as().call(signUpBuyer, buyer(wrong))
  expect([status, refusal.fields?.[field]]).toEqual([400, message])
})

test('an email holds one account of a role, whatever its casing', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const again = await as().call(signUpBuyer, { ...form, email: form.email.toUpperCase() })
  expect([again.status, again.refusal.code]).toEqual([409, 'email_taken'])
})

test('a shop owner needs a shop, a student may not have one', async () => {
  const form = { name: 'Ravi', email: email(), password }
  expect((await as().call(signUpSeller, { ...form, sellerType: 'shop owner' })).refusal.fields).toEqual({
    shopName: 'Shop name is required.',
    shopAddress: 'Shop address is required.',
  })
  expect((await as().call(signUpSeller, { ...form, sellerType: 'student', shopName: 'X', shopAddress: 'Y' })).status).toBe(400)
  expect((await as().call(signUpSeller, { ...form, sellerType: 'student', shopName: '', shopAddress: '' })).status).toBe(201)
})

test('who owns both accounts switches between them; a stranger who took the email does not', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const seller = { name: 'Asha', email: form.email, sellerType: 'student' as const }
  await as().call(signUpSeller, { ...seller, password: 'a stranger wrote this' }, { ip: '10.1.0.1' })
  const stranger = await as().call(logInSeller, { email: form.email, password: 'a stranger wrote this' }, { ip: '10.1.0.1' })
  expect((await as(stranger.body).call(switchRole, {})).refusal.code).toBe('no_account_there')

  const own = buyer()
  await as().call(signUpBuyer, own)
  await as().call(signUpSeller, { ...seller, email: own.email, password })
  const login = await as().call(logInBuyer, { email: own.email, password })
  const switched = await as(login.body).call(switchRole, {})
  expect(switched.body).toMatchObject({ role: 'seller', name: 'Asha' })
})

test('five failures of an account from one address close it there, even when they come at once', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => as().call(logInBuyer, { email: form.email, password: `guess-${n}` }, { ip: '10.2.0.1' })),
  )
  expect(guesses.filter((guess) => guess.status === 401).length).toBeLessThanOrEqual(5)
  const right = await as().call(logInBuyer, { email: form.email, password }, { ip: '10.2.0.1' })
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
  expect((await as().call(logInBuyer, { email: form.email, password }, { ip: '10.2.0.9' })).status).toBe(200)
})

test('odd bodies are refused, never a 500', async () => {
  const { app } = await import('#server/testing.ts').then((testing) => testing.testApp())
  for (const payload of ['', '{', '[]', 'null', '"x"', '{"email":{"$ne":1},"password":[]}', `{"email":"${'a'.repeat(300_000)}"}`]) {
    const answer = await app.inject({ method: 'POST', url: '/api/buyer/login', headers: { 'content-type': 'application/json' }, payload })
    expect(answer.statusCode, payload.slice(0, 40)).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode, payload.slice(0, 40)).toBeLessThan(500)
    expect(answer.json()).toHaveProperty('message')
  }
})
