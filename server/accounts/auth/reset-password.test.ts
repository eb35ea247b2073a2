// A forgotten password: asking for a link, the mail that brings it, and what the link does once.
import { expect, test } from 'vitest'
import { changeBuyerPassword, deleteBuyerAccount } from '#contract/accounts.ts'
import { toggleBuyer } from '#contract/admin.ts'
import {
  logInBuyer,
  logInSeller,
  logOut,
  requestPasswordReset,
  resetPassword,
  signUpBuyer,
  signUpSeller,
} from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { createResetLink, listPasswordRequests } from '#contract/password-requests.ts'
import { insertPerson, updatePerson } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import { as, makePerson, otherApp, testApp } from '#server/testing.ts'
import { connect, ended, next, refusedConnect } from '#server/testing-live.ts'
import { deleteExpired } from './store.ts'

const password = 'monsoon-library-42'
const newPassword = 'a-better-monsoon-25'
const dead = 'This link has expired or was used already. Please ask for a new one.'
const mailed =
  'If there is an account with this email, a link to choose a new password is on its way.'
const byTeam = 'If there is an account with this email, our team will send you a link.'

/** A buyer or a seller who can log in, and is logged in. */
async function signUp(role: Side = 'buyer', email = `${newId()}@example.com`) {
  const form = { name: 'Asha Patil', email, password }
  if (role === 'buyer') await as().call(signUpBuyer, { ...form, address: '12 Lake Road, Pune' })
  else await as().call(signUpSeller, { ...form, sellerType: 'student' })
  const { body } = await as().call(role === 'buyer' ? logInBuyer : logInSeller, { email, password })
  return { ...body, email, role }
}

/** A server with a mail server, whose clock can be put on. */
async function mailServer(config: Parameters<typeof otherApp>[0] = {}) {
  const sent: Mail[] = []
  const clock = { ahead: 0 }
  const { app, parts } = await otherApp({
    now: () => new Date(Date.now() + clock.ahead),
    mail: async (mail) => void sent.push(mail),
    ...config,
  })
  const ask = async (email: string, role: Side = 'buyer', ip?: string) => {
    const answer = await as().call(
      requestPasswordReset,
      { email, role },
      { app, ...(ip !== undefined && { ip }) },
    )
    await parts.jobs.idle()
    return answer
  }
  const tokenFor = async (email: string, role: Side = 'buyer') => {
    clock.ahead += 60_000
    await ask(email, role)
    return tokenOf(sent.at(-1))
  }
  const reset = (token: string, more: { password?: string; ip?: string } = {}) =>
    as().call(
      resetPassword,
      { token, newPassword: more.password ?? newPassword },
      { app, ...(more.ip !== undefined && { ip: more.ip }) },
    )
  return { app, parts, sent, clock, ask, tokenFor, reset }
}

const tokenOf = (mail: Mail | undefined): string =>
  /\/reset-password#([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
const canLogIn = async (email: string, word: string) =>
  (await as().call(logInBuyer, { email, password: word })).status === 200

test('a link is mailed, opens the account to a new password once, and ends sessions and live connections', async () => {
  const { app, sent, ask, reset } = await mailServer()
  const buyer = await signUp()
  const device = await connect(buyer, await app.listen({ port: 0, host: '127.0.0.1' }))
  const [told, over] = [next(device, 'session_ended'), ended(device)]

  const asked = await ask(buyer.email.toUpperCase())
  expect([asked.status, asked.body]).toEqual([200, { message: mailed }])
  expect(sent).toHaveLength(1)
  const token = tokenOf(sent[0])
  expect(sent[0]).toEqual({
    to: buyer.email,
    subject: 'Choose a new password for Dobara',
    text: `Hello,

somebody asked for a new password for the buyer account with this email at Dobara. If that was you, choose it here:

http://localhost:3000/reset-password#${token}

The link works once, within 10 minutes. If it wasn't you, there is nothing to do: your password stays as it is.

Dobara`,
  })
  const { parts } = await testApp()
  const links = await parts.db.selectFrom('reset_links').select('token_hash').execute()
  expect(links.map((link) => Buffer.from(link.token_hash).toString('base64url'))).not.toContain(
    token,
  )

  const { status, body } = await reset(token)
  expect([status, body]).toEqual([
    200,
    { message: 'Password updated successfully!', role: 'buyer' },
  ])
  expect(await told).toEqual({ message: 'Your password was changed. Please log in again.' })
  await over
  expect(await refusedConnect({ token: buyer.token })).toBe('session_ended')
  expect((await as(buyer).call(logOut, {})).refusal.code).toBe('session_ended')
  expect([await canLogIn(buyer.email, password), await canLogIn(buyer.email, newPassword)]).toEqual(
    [false, true],
  )
  const again = await reset(token)
  expect([again.status, again.refusal]).toEqual([400, { message: dead, code: 'reset_link_dead' }])
})

test('the answer is the same for whom there is no account, and for the other role; no mail goes out', async () => {
  const { sent, ask } = await mailServer()
  const buyer = await signUp()
  for (const [email, role] of [
    [`${newId()}@example.com`, 'buyer'],
    [buyer.email, 'seller'],
  ] as const) {
    const asked = await ask(email, role)
    expect([asked.status, asked.body]).toEqual([200, { message: mailed }])
  }
  expect(sent).toEqual([])
})

test('a blocked or deleted account gets no link, and the one it had is dead', async () => {
  const { parts, sent, ask, tokenFor, reset } = await mailServer()
  const [blocked, gone] = [await signUp(), await signUp()]
  const tokens = [await tokenFor(blocked.email), await tokenFor(gone.email)]
  await updatePerson(parts.db, blocked.userId, { status: 'blocked' })
  expect((await as(gone).call(deleteBuyerAccount, {})).status).toBe(200)
  expect(
    await parts.db
      .selectFrom('password_resets')
      .select('id')
      .where('person_id', '=', gone.userId)
      .execute(),
  ).toEqual([])
  for (const { email } of [blocked, gone])
    expect((await ask(email)).body).toEqual({ message: mailed })
  expect(sent).toHaveLength(2)
  for (const token of tokens) expect((await reset(token)).refusal.code).toBe('reset_link_dead')
})

test('an unblocking brings no link back', async () => {
  const { tokenFor, reset } = await mailServer()
  const buyer = await signUp()
  const token = await tokenFor(buyer.email)
  const admin = await makePerson('admin')
  for (const status of ['blocked', 'active'] as const)
    expect((await as(admin).call(toggleBuyer, { id: buyer.userId, status })).status).toBe(200)
  expect((await reset(token)).refusal.code).toBe('reset_link_dead')
})

test('a mail goes to the email that is kept, and carries no words of the person', async () => {
  const { sent, ask } = await mailServer()
  const buyer = await signUp('buyer', `${newId()}.Mixed@Example.com`)
  await ask(buyer.email.toLowerCase())
  expect(sent[0]?.to).toBe(buyer.email)
  expect(sent[0]?.text).not.toContain(buyer.name)
})

test('links begin with the address people know the server by', async () => {
  const { parts } = await testApp()
  const { sent, ask } = await mailServer({
    config: { publicUrl: 'https://books.example.org', port: parts.config.port },
  })
  await ask((await signUp('seller')).email, 'seller')
  expect(sent[0]?.text).toMatch(
    /for the seller account with this email.*\nhttps:\/\/books\.example\.org\/reset-password#[\w-]{43}\n/s,
  )
})

test('who asks again gets a new link, a minute later at the earliest, and the one before stays alive', async () => {
  const { sent, ask, tokenFor, reset, clock } = await mailServer()
  const { email } = await signUp()
  const first = await tokenFor(email)
  clock.ahead += 59_000
  expect((await ask(email)).body).toEqual({ message: mailed })
  expect(sent).toHaveLength(1)
  const second = await tokenFor(email)
  const third = await tokenFor(email)
  expect([sent.length, new Set([first, second, third]).size]).toEqual([3, 3])
  expect((await reset(first)).status).toBe(200)
  // One password was chosen; none of the others may choose it again.
  for (const token of [first, second, third])
    expect((await reset(token)).refusal.code).toBe('reset_link_dead')
  // Once one was used, a new one can be had.
  expect((await reset(await tokenFor(email))).status).toBe(200)
})

test('a stranger who asks every minute kills no link, and the database keeps ten of them at most', async () => {
  const { parts, tokenFor, reset, clock } = await mailServer()
  const { email, userId } = await signUp()
  const own = await tokenFor(email)
  for (let minute = 0; minute < 9; minute++) await tokenFor(email)
  clock.ahead += 59_000
  expect((await reset(own)).status).toBe(200)
  for (let minute = 0; minute < 12; minute++) await tokenFor(email)
  const links = await parts.db
    .selectFrom('reset_links')
    .innerJoin('password_resets', 'password_resets.id', 'request_id')
    .select('reset_links.token_hash')
    .where('person_id', '=', userId)
    .execute()
  expect(links).toHaveLength(10)
})

test('a link works for ten minutes', async () => {
  const { tokenFor, reset, clock } = await mailServer()
  const { email } = await signUp()
  const token = await tokenFor(email)
  clock.ahead += 600_000
  const late = await reset(token)
  expect([late.status, late.refusal]).toEqual([400, { message: dead, code: 'reset_link_dead' }])
  clock.ahead -= 10_000
  expect((await reset(token)).status).toBe(200)
})

test('of many uses at once one succeeds', async () => {
  const { tokenFor, reset } = await mailServer()
  const { email } = await signUp()
  const token = await tokenFor(email)
  const words = Array.from({ length: 6 }, (_, n) => `monsoon-number-${n}-24`)
  const answers = await Promise.all(words.map((word) => reset(token, { password: word })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  for (const { status, refusal } of answers)
    if (status === 400) expect(refusal.code).toBe('reset_link_dead')
  const winner = words[answers.findIndex(({ status }) => status === 200)] ?? ''
  expect(await canLogIn(email, winner)).toBe(true)
})

test.each([
  ['short', 'Password must have at least 8 characters.'],
  ['Password123', 'This password is among the most common ones. Please choose another.'],
  ['', 'Password is required.'],
])('a new password is refused: %o; the link stays alive', async (word, message) => {
  const { tokenFor, reset } = await mailServer()
  const token = await tokenFor((await signUp()).email)
  const refused = await reset(token, { password: word })
  expect([refused.status, refused.refusal.message, refused.refusal.fields]).toEqual([
    400,
    message,
    { newPassword: message },
  ])
  expect((await reset(token)).status).toBe(200)
})

test.each([['x'.repeat(43)], [''], ['x'.repeat(201)], [undefined], [{ $ne: 1 }], ['\u0000']])(
  '%o is no link',
  async (token) => {
    const { status, refusal } = await as().call(resetPassword, {
      token: token as string,
      newPassword,
    })
    expect([status, refusal.message, refusal.code]).toEqual([400, dead, 'reset_link_dead'])
  },
)

test.each([
  [{ email: '', role: 'buyer' }, 'email', 'Email is required.'],
  [{ email: 'nobody', role: 'seller' }, 'email', 'Enter a valid email address.'],
  [{ email: 'admin@dobara.example', role: 'admin' }, 'role', 'The role is buyer or seller.'],
])('%o is asked in vain', async (ask, field, message) => {
  const { status, refusal } = await as().call(
    requestPasswordReset,
    ask as { email: string; role: 'buyer' },
  )
  expect([status, refusal.fields]).toEqual([400, { [field]: message }])
})

test('five links an hour may be asked for from an address, even when they come at once', async () => {
  const { ask, sent, clock } = await mailServer()
  const { email } = await signUp()
  const ip = '10.3.0.1'
  const many = await Promise.all(
    Array.from({ length: 9 }, (_, n) => ask(`${n}.${newId()}@example.com`, 'buyer', ip)),
  )
  expect(many.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
  while ((await ask(email, 'buyer', ip)).status === 200);
  const sixth = await ask(email, 'buyer', ip)
  expect([sixth.status, sixth.refusal.code]).toEqual([429, 'too_many_resets'])
  expect(sixth.refusal.message).toBe(
    'Links were asked for many times from here lately. Please try again later.',
  )
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3500)
  const before = sent.length
  clock.ahead += 3_601_000
  expect((await ask(email, 'buyer', ip)).status).toBe(200)
  expect(sent).toHaveLength(before + 1)
})

test('guessed tokens count by themselves: they keep no neighbour from logging in, and no link from working', async () => {
  const { tokenFor, reset } = await mailServer()
  const { email } = await signUp()
  const ip = '10.3.0.2'
  for (let n = 0; n < 3; n++) expect((await reset(await tokenFor(email), { ip })).status).toBe(200)
  for (let n = 0; n < 30; n++) expect((await reset(`guess ${n}`, { ip })).status).toBe(400)
  const late = await reset('one more guess', { ip })
  expect([late.status, late.refusal.code]).toEqual([429, 'too_many_attempts'])
  expect((await as().call(logInBuyer, { email, password: newPassword }, { ip })).status).toBe(200)
  expect((await reset(await tokenFor(email), { ip })).status).toBe(200)
})

test('whoever tried too many passwords can log in with the new one', async () => {
  const { tokenFor, reset } = await mailServer()
  const { email } = await signUp()
  const ip = '10.3.0.3'
  for (let n = 0; n < 5; n++) await as().call(logInBuyer, { email, password: `guess-${n}` }, { ip })
  expect((await as().call(logInBuyer, { email, password }, { ip })).status).toBe(429)
  expect((await reset(await tokenFor(email), { ip })).status).toBe(200)
  expect((await as().call(logInBuyer, { email, password: newPassword }, { ip })).status).toBe(200)
})

test('a link gives both accounts of a human the new password, kills what else opens them, and dies with a change of the password', async () => {
  const { tokenFor, reset } = await mailServer()
  const buyer = await signUp()
  const seller = await signUp('seller', buyer.email)
  const twin = await tokenFor(buyer.email)
  const token = await tokenFor(buyer.email, 'seller')
  expect((await reset(token)).body.role).toBe('seller')
  expect([await canLogIn(buyer.email, password), await canLogIn(buyer.email, newPassword)]).toEqual(
    [false, true],
  )
  expect((await reset(twin)).refusal.code).toBe('reset_link_dead')
  // Whoever held a session of one account could switch to the other: all of both end.
  expect((await as(buyer).call(logOut, {})).status).toBe(401)
  expect((await as(seller).call(logOut, {})).status).toBe(401)

  const other = await signUp()
  await signUp('seller', other.email)
  const [second, third] = [await tokenFor(other.email), await tokenFor(other.email, 'seller')]
  expect((await as(other).call(changeBuyerPassword, { password, newPassword })).status).toBe(200)
  expect((await reset(second)).refusal.code).toBe('reset_link_dead')
  expect((await reset(third)).refusal.code).toBe('reset_link_dead')
})

test('a stranger’s account under the same email keeps its own password', async () => {
  const { tokenFor, reset } = await mailServer()
  const buyer = await signUp()
  // Sign-ups let nobody do that any more; accounts of before stay as they are.
  const { parts } = await testApp()
  const stranger = {
    name: 'Nobody',
    email: buyer.email,
    password_hash: 'none',
    seller_type: 'student' as const,
    role: 'seller' as const,
  }
  await insertPerson(parts.db, { ...stranger, id: newId(), human_id: newId() })
  expect((await reset(await tokenFor(buyer.email, 'seller'))).status).toBe(200)
  expect(await canLogIn(buyer.email, password)).toBe(true)
})

test('a mail server that fails is logged, and the request waits for an admin', async () => {
  const faults: unknown[] = []
  const { app, parts } = await otherApp({ mail: () => Promise.reject(new Error('out of order')) })
  parts.log.error = (fault: unknown) => void faults.push(fault)
  const { email } = await signUp()
  expect((await as().call(requestPasswordReset, { email, role: 'buyer' }, { app })).body).toEqual({
    message: mailed,
  })
  await parts.jobs.idle()
  expect(faults).toMatchObject([{ error: { message: 'out of order' } }])
  const { body } = await as(await makePerson('admin')).call(listPasswordRequests, {})
  expect(body.some((request) => request.email === email)).toBe(true)
})

test('without a mail server the team is named, an admin’s link outlives a second request, and old requests are swept', async () => {
  const { parts } = await testApp()
  const { email, userId } = await signUp()
  const admin = await makePerson('admin')
  const ask = async () => {
    expect((await as().call(requestPasswordReset, { email, role: 'buyer' })).body).toEqual({
      message: byTeam,
    })
    await parts.jobs.idle()
  }
  const rows = () =>
    parts.db.selectFrom('password_resets').select('id').where('person_id', '=', userId).execute()
  await ask()
  const [request] = await rows()
  const { body } = await as(admin).call(createResetLink, { id: request?.id ?? '' })
  await ask()
  expect(await rows()).toEqual([request])
  expect(
    (await as().call(resetPassword, { token: body.link.split('#')[1] ?? '', newPassword })).status,
  ).toBe(200)
  await ask()
  await deleteExpired(parts, new Date(Date.now() + 6 * 86_400_000))
  expect(await rows()).toHaveLength(1)
  await deleteExpired(parts, new Date(Date.now() + 7 * 86_400_000 + 1000))
  expect(await rows()).toEqual([])
})
