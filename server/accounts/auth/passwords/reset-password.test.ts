import { expect, test } from 'vitest'
import { changeBuyerPassword, deleteBuyerAccount } from '#contract/accounts/accounts.ts'
import { logInBuyer, logOut, requestPasswordReset, resetPassword } from '#contract/accounts/auth.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { createResetLink, listPasswordRequests } from '#contract/admin/password-requests.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { deleteExpired } from '#server/accounts/auth/end-sessions.ts'
import { insertAccount, updateAccount } from '#server/accounts/store.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import { as, makeAccount, otherApp, testApp } from '#server/testing.ts'
import { connect, getConnectError, waitForDisconnect, waitForEvent } from '#server/testing-live.ts'

const deadLinkMessage = 'This link has expired or was used already. Please ask for a new one.'
const mailedMessage =
  'If there is an account with this email, a link to choose a new password is on its way.'
const teamMessage = 'If there is an account with this email, our team will send you a link.'

async function appWithMail(options: Parameters<typeof otherApp>[0] = {}) {
  const sent: Mail[] = []
  const clock = { offsetMs: 0 }
  const { app, context } = await otherApp({
    now: () => new Date(Date.now() + clock.offsetMs),
    mail: async (mail) => void sent.push(mail),
    ...options,
  })
  const requestLink = async (email: string, role: Side = 'buyer', ip?: string) => {
    const response = await as().call(
      requestPasswordReset,
      { email, role },
      { app, ...(ip !== undefined && { ip }) },
    )
    await context.jobs.idle()
    return response
  }
  const tokenFor = async (email: string, role: Side = 'buyer') => {
    clock.offsetMs += 60_000
    await requestLink(email, role)
    return tokenOf(sent.at(-1))
  }
  const reset = (token: string, more: { password?: string; ip?: string } = {}) =>
    as().call(
      resetPassword,
      { token, newPassword: more.password ?? newPassword },
      { app, ...(more.ip !== undefined && { ip: more.ip }) },
    )
  return { app, context, sent, clock, requestLink, tokenFor, reset }
}

const tokenOf = (mail: Mail | undefined): string =>
  /\/reset-password#([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
const canLogIn = async (email: string, password: string) =>
  (await as().call(logInBuyer, { email, password })).status === 200

test('an emailed link sets a new password once and ends sessions', async () => {
  const { app, sent, requestLink, reset } = await appWithMail()
  const buyer = await makeMember()
  const device = await connect(buyer, await app.listen({ port: 0, host: '127.0.0.1' }))
  const [received, closed] = [waitForEvent(device, 'session_ended'), waitForDisconnect(device)]

  const response = await requestLink(buyer.email.toUpperCase())
  expect([response.status, response.body]).toEqual([200, { message: mailedMessage }])
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
  const { context } = await testApp()
  const links = await context.db.selectFrom('password_resets').select('token_hash').execute()
  expect(links.map((link) => link.token_hash)).toContain(hashToken(token))

  const { status, body } = await reset(token)
  expect([status, body]).toEqual([
    200,
    { message: 'Password updated successfully!', role: 'buyer' },
  ])
  expect(await received).toEqual({ message: 'Your password was changed. Please log in again.' })
  await closed
  expect(await getConnectError({ token: buyer.token })).toBe('session_ended')
  expect((await as(buyer).call(logOut, {})).error.code).toBe('session_ended')
  expect([await canLogIn(buyer.email, password), await canLogIn(buyer.email, newPassword)]).toEqual(
    [false, true],
  )
  const again = await reset(token)
  expect([again.status, again.error]).toEqual([
    400,
    { message: deadLinkMessage, code: 'reset_link_dead' },
  ])
})

test('an unknown email, or an admin’s, gets the same response and no email', async () => {
  const { sent, requestLink } = await appWithMail()
  for (const email of [`${newId()}@example.com`, (await makeAccount('admin')).email]) {
    const response = await requestLink(email)
    expect([response.status, response.body]).toEqual([200, { message: mailedMessage }])
  }
  expect(sent).toEqual([])
})

test('a blocked or deleted account gets no link, and its earlier link stops working', async () => {
  const { context, sent, requestLink, tokenFor, reset } = await appWithMail()
  const [blocked, deleted] = [await makeMember(), await makeMember()]
  const tokens = [await tokenFor(blocked.email), await tokenFor(deleted.email)]
  await updateAccount(context.db, blocked.id, { status: 'blocked' })
  expect((await as(deleted).call(deleteBuyerAccount, {})).status).toBe(200)
  expect(
    await context.db
      .selectFrom('password_resets')
      .select('id')
      .where('account_id', '=', deleted.id)
      .execute(),
  ).toEqual([])
  for (const { email } of [blocked, deleted])
    expect((await requestLink(email)).body).toEqual({ message: mailedMessage })
  expect(sent).toHaveLength(2)
  for (const token of tokens) expect((await reset(token)).error.code).toBe('reset_link_dead')
})

test('unblocking an account does not make its old link work again', async () => {
  const { tokenFor, reset } = await appWithMail()
  const buyer = await makeMember()
  const token = await tokenFor(buyer.email)
  const admin = await makeAccount('admin')
  for (const status of ['blocked', 'active'] as const)
    expect((await as(admin).call(toggleBuyer, { id: buyer.id, status })).status).toBe(200)
  expect((await reset(token)).error.code).toBe('reset_link_dead')
})

test('links start with the public address of the server', async () => {
  const { context } = await testApp()
  const { sent, requestLink } = await appWithMail({
    config: { publicUrl: 'https://books.example.org', port: context.config.port },
  })
  await requestLink((await makeMember('seller')).email, 'seller')
  expect(sent[0]?.text).toMatch(
    /for the seller account with this email.*\nhttps:\/\/books\.example\.org\/reset-password#[\w-]{43}\n/s,
  )
})

test.each(['buyer', 'seller'] as const)(
  'a %s who uses the other side’s form also gets a link',
  async (role) => {
    const { sent, requestLink, reset } = await appWithMail()
    const { email } = await makeMember(role)
    const answer = await requestLink(email, role === 'buyer' ? 'seller' : 'buyer')
    expect(answer.body).toEqual({ message: mailedMessage })
    expect(sent).toMatchObject([
      { to: email, text: expect.stringContaining(`the ${role} account`) },
    ])
    expect((await reset(tokenOf(sent[0]))).body.role).toBe(role)
  },
)

test('a link works on whatever others request, and only after it a second one is sent', async () => {
  const { sent, requestLink, tokenFor, reset, clock } = await appWithMail()
  const { email } = await makeMember()
  const first = await tokenFor(email)
  clock.offsetMs += 9 * 60_000
  expect((await requestLink(email)).body).toEqual({ message: mailedMessage })
  expect(sent).toHaveLength(1)
  clock.offsetMs += 60_000
  const second = await tokenFor(email)
  expect(sent).toHaveLength(2)
  expect((await reset(first)).error.code).toBe('reset_link_dead')
  expect((await reset(second)).status).toBe(200)
  expect((await reset(second)).error.code).toBe('reset_link_dead')
  expect((await reset(await tokenFor(email))).status).toBe(200)
})

test('a link works for ten minutes', async () => {
  const { tokenFor, reset, clock } = await appWithMail()
  const { email } = await makeMember()
  const token = await tokenFor(email)
  clock.offsetMs += 600_000
  const rejected = await reset(token)
  expect([rejected.status, rejected.error]).toEqual([
    400,
    { message: deadLinkMessage, code: 'reset_link_dead' },
  ])
  clock.offsetMs -= 10_000
  expect((await reset(token)).status).toBe(200)
})

test('only one of many concurrent uses of a link succeeds', async () => {
  const { tokenFor, reset } = await appWithMail()
  const { email } = await makeMember()
  const token = await tokenFor(email)
  const passwords = Array.from({ length: 6 }, (_, n) => `monsoon-number-${n}-24`)
  const responses = await Promise.all(passwords.map((password) => reset(token, { password })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  for (const { status, error } of responses)
    if (status === 400) expect(error.code).toBe('reset_link_dead')
  const newPassword = passwords[responses.findIndex(({ status }) => status === 200)] ?? ''
  expect(await canLogIn(email, newPassword)).toBe(true)
})

test('an unusable new password is rejected, and the link stays valid', async () => {
  const { tokenFor, reset } = await appWithMail()
  const token = await tokenFor((await makeMember()).email)
  const rejected = await reset(token, { password: 'short' })
  const message = 'Password must have at least 8 characters.'
  expect([rejected.status, rejected.error.fields]).toEqual([400, { newPassword: message }])
  expect((await reset(token)).status).toBe(200)
})

test.each([['x'.repeat(43)], [''], ['x'.repeat(201)], [undefined], [{ $ne: 1 }], ['\u0000']])(
  'the token %o is rejected',
  async (token) => {
    const { status, error } = await as().call(resetPassword, {
      token: token as string,
      newPassword,
    })
    expect([status, error.message, error.code]).toEqual([400, deadLinkMessage, 'reset_link_dead'])
  },
)

test('an address may make five requests an hour, even if they are concurrent', async () => {
  const { requestLink, sent, clock } = await appWithMail()
  const { email } = await makeMember()
  const ip = '10.3.0.1'
  const concurrent = await Promise.all(
    Array.from({ length: 9 }, (_, n) => requestLink(`${n}.${newId()}@example.com`, 'buyer', ip)),
  )
  expect(concurrent.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
  while ((await requestLink(email, 'buyer', ip)).status === 200);
  const sixth = await requestLink(email, 'buyer', ip)
  expect([sixth.status, sixth.error.code]).toEqual([429, 'too_many_resets'])
  expect(sixth.error.message).toBe(
    'Many links were asked for from here lately. Please try again later.',
  )
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3500)
  const sentBefore = sent.length
  clock.offsetMs += 3_601_000
  expect((await requestLink(email, 'buyer', ip)).status).toBe(200)
  expect(sent).toHaveLength(sentBefore + 1)
})

test('a reset lifts the limit of too many wrong passwords', async () => {
  const { tokenFor, reset } = await appWithMail()
  const { email } = await makeMember()
  const ip = '10.3.0.3'
  for (let n = 0; n < 5; n++) await as().call(logInBuyer, { email, password: `guess-${n}` }, { ip })
  expect((await as().call(logInBuyer, { email, password }, { ip })).status).toBe(429)
  expect((await reset(await tokenFor(email), { ip })).status).toBe(200)
  expect((await as().call(logInBuyer, { email, password: newPassword }, { ip })).status).toBe(200)
})

test('a link changes the password of both accounts and ends sessions and links', async () => {
  const { tokenFor, reset } = await appWithMail()
  const buyer = await makeMember()
  const seller = await makeMember('seller', buyer)
  const buyerToken = await tokenFor(buyer.email)
  const token = await tokenFor(buyer.email, 'seller')
  expect((await reset(token)).body.role).toBe('seller')
  expect([await canLogIn(buyer.email, password), await canLogIn(buyer.email, newPassword)]).toEqual(
    [false, true],
  )
  expect((await reset(buyerToken)).error.code).toBe('reset_link_dead')
  // A session of one account can switch to the other, so the sessions of both end.
  expect((await as(buyer).call(logOut, {})).status).toBe(401)
  expect((await as(seller).call(logOut, {})).status).toBe(401)

  const other = await makeMember()
  await makeMember('seller', other)
  const [second, third] = [await tokenFor(other.email), await tokenFor(other.email, 'seller')]
  expect((await as(other).call(changeBuyerPassword, { password, newPassword })).status).toBe(200)
  expect((await reset(second)).error.code).toBe('reset_link_dead')
  expect((await reset(third)).error.code).toBe('reset_link_dead')
})

test('an unlinked account with the same email keeps its own password', async () => {
  const { tokenFor, reset } = await appWithMail()
  const buyer = await makeMember()
  // Sign-ups reject this email, but an older database may contain such accounts.
  const { context } = await testApp()
  const stranger = {
    name: 'Nobody',
    email: buyer.email,
    password_hash: 'none',
    seller_type: 'student' as const,
    role: 'seller' as const,
  }
  await insertAccount(context.db, { ...stranger, id: newId(), person_id: newId() })
  expect((await reset(await tokenFor(buyer.email, 'seller'))).status).toBe(200)
  expect(await canLogIn(buyer.email, password)).toBe(true)
})

test('a failing mail server is logged, and the request waits for an admin', async () => {
  const logged: unknown[] = []
  const { app, context } = await otherApp({ mail: () => Promise.reject(new Error('out of order')) })
  context.log.error = (fields: unknown) => void logged.push(fields)
  const { email } = await makeMember()
  expect((await as().call(requestPasswordReset, { email, role: 'buyer' }, { app })).body).toEqual({
    message: mailedMessage,
  })
  await context.jobs.idle()
  expect(logged).toMatchObject([{ error: { message: 'out of order' } }])
  const { body } = await as(await makeAccount('admin')).call(listPasswordRequests, {})
  expect(body.some((request) => request.email === email)).toBe(true)
})

test('without a mail server an admin’s link survives a second request', async () => {
  const { context } = await testApp()
  const { email, id: userId } = await makeMember()
  const admin = await makeAccount('admin')
  const requestLink = async () => {
    expect((await as().call(requestPasswordReset, { email, role: 'buyer' })).body).toEqual({
      message: teamMessage,
    })
    await context.jobs.idle()
  }
  const rows = () =>
    context.db.selectFrom('password_resets').select('id').where('account_id', '=', userId).execute()
  await requestLink()
  const [request] = await rows()
  const { body } = await as(admin).call(createResetLink, { id: request?.id ?? '' })
  await requestLink()
  expect(await rows()).toEqual([request])
  expect(
    (await as().call(resetPassword, { token: body.link.split('#')[1] ?? '', newPassword })).status,
  ).toBe(200)
  await requestLink()
  await deleteExpired(context, new Date(Date.now() + 6 * 86_400_000))
  expect(await rows()).toHaveLength(1)
  await deleteExpired(context, new Date(Date.now() + 7 * 86_400_000 + 1000))
  expect(await rows()).toEqual([])
})
