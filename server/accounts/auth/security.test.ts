import { expect, test } from 'vitest'
import {
  changeBuyerPassword,
  deleteBuyerAccount,
  logOutOtherSessions,
  readBuyerProfile,
} from '#contract/accounts/accounts.ts'
import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  logOut,
  requestPasswordReset,
  resetPassword,
  signUpBuyer,
  switchRole,
} from '#contract/accounts/auth.ts'
import { listNotifications, readNotificationSettings } from '#contract/accounts/notifications.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { changeAdminPassword, toggleBuyer } from '#contract/admin/admin.ts'
import { createResetLink, listPasswordRequests } from '#contract/admin/password-requests.ts'
import { listBranches } from '#contract/books/books.ts'
import { listBuyerOrders } from '#contract/orders/orders.ts'
import { readLedger } from '#contract/orders/payments.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { newId } from '#server/platform/database/ids.ts'
import { createLog } from '#server/platform/operations/log.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import { as, makeAccount, makeChat, makeOrder, otherApp } from '#server/testing.ts'
import { connect, emitEvent, waitForEvent } from '#server/testing-live.ts'
import { ensureAdmin } from './first-admin.ts'

async function appWithLog(mail?: { sent: Mail[] }) {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const app = await otherApp({
    log,
    ...(mail && { mail: async (message: Mail) => void mail.sent.push(message) }),
  })
  const events = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter((line) => 'security' in line)
      .map(({ level: _, time: __, msg: ___, ...fields }) => fields)
  return { ...app, lines, events }
}

async function signUp() {
  const member = await makeMember()
  return { ...(await member.logIn()).body, email: member.email, member }
}

test('security events are logged, without emails, passwords and tokens', async () => {
  const { app, lines, events } = await appWithLog()
  const adminEmail = `${newId()}@example.com`
  await ensureAdmin((await otherApp()).context.db, { email: adminEmail, password })
  const admin = (
    await as().call(logInAdmin, { email: adminEmail, password }, { app, ip: '10.4.0.1' })
  ).body
  const buyer = await signUp()
  await as().call(
    logInBuyer,
    { email: buyer.email, password: 'a wrong guess' },
    { app, ip: '10.4.0.2' },
  )
  const stranger = `${newId()}@example.com`
  for (let n = 0; n < 6; n++)
    await as().call(
      logInBuyer,
      { email: stranger, password: 'a wrong guess' },
      { app, ip: '10.4.0.3' },
    )
  await as(buyer).call(changeBuyerPassword, { password, newPassword }, { app, ip: '10.4.0.4' })
  await as(buyer).call(logOutOtherSessions, {}, { app, ip: '10.4.0.5' })
  await as().call(requestPasswordReset, { email: buyer.email, role: 'buyer' }, { app })
  await (await otherApp()).context.jobs.idle()
  await as(admin).call(changeAdminPassword, { currentPassword: password, newPassword }, { app })

  expect(events()).toMatchObject([
    { security: 'admin_login', account: admin.userId, address: '10.4.0.1' },
    { security: 'wrong_password', role: 'buyer', account: buyer.userId, address: '10.4.0.2' },
    ...Array.from({ length: 5 }, () => ({
      security: 'wrong_password',
      role: 'buyer',
      address: '10.4.0.3',
    })),
    { security: 'limit_reached', limit: 'too_many_attempts', address: '10.4.0.3' },
    { security: 'password_changed', account: buyer.userId, address: '10.4.0.4' },
    { security: 'sessions_ended', account: buyer.userId, address: '10.4.0.5' },
    { security: 'password_changed', account: admin.userId },
  ])
  expect(events().find(({ address }) => address === '10.4.0.3')).not.toHaveProperty('account')
  const log = lines.join('\n')
  for (const secret of [
    buyer.email,
    stranger,
    adminEmail,
    password,
    newPassword,
    'a wrong guess',
    buyer.token,
    admin.token,
  ])
    expect(log).not.toContain(secret)
})

test('used links, deleted or blocked accounts, and rejected requests are logged too', async () => {
  const { app, context, events } = await appWithLog()
  const [buyer, admin] = [await signUp(), await makeAccount('admin')]
  await as().call(requestPasswordReset, { email: buyer.email, role: 'buyer' }, { app })
  await context.jobs.idle()
  const request = (await as(admin).call(listPasswordRequests, {})).body.find(
    ({ email }) => email === buyer.email,
  )
  const { link } = (await as(admin).call(createResetLink, { id: request?._id ?? '' })).body
  const token = link.split('#')[1] ?? ''
  await as().call(resetPassword, { token, newPassword }, { app })
  await as(admin).call(toggleBuyer, { id: buyer.userId, status: 'blocked' }, { app })
  const deleted = await signUp()
  await as(deleted).call(deleteBuyerAccount, {}, { app })
  const ip = '10.4.1.1'
  for (let n = 0; n < 11; n++)
    await as().call(
      signUpBuyer,
      { name: 'Ravi', address: 'Nashik', email: buyer.email, password },
      { app, ip: n < 10 ? `10.4.2.${n}` : ip },
    )
  for (let n = 0; n < 6; n++)
    await as().call(
      requestPasswordReset,
      { email: `${newId()}@example.com`, role: 'buyer' },
      { app, ip },
    )
  expect(events()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ security: 'password_reset', account: buyer.userId }),
      expect.objectContaining({ security: 'sessions_ended', account: buyer.userId, by: admin.id }),
      expect.objectContaining({ security: 'account_deleted', account: deleted.userId }),
      expect.objectContaining({ security: 'limit_reached', limit: 'too_many_resets', address: ip }),
    ]),
  )
  expect(JSON.stringify(events())).not.toContain(token)
})

test('logins, switches and logouts of buyers and sellers are logged', async () => {
  const { app, lines, events } = await appWithLog()
  const { email } = await makeMember()
  const requestId = expect.any(String)
  const buyer = (await as().call(logInBuyer, { email, password }, { app, ip: '10.5.0.1' })).body
  await as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
  const switched = (await as(buyer).call(switchRole, {}, { app, ip: '10.5.0.2' })).body
  const seller = (await as().call(logInSeller, { email, password }, { app, ip: '10.5.0.3' })).body
  await as(seller).call(logOut, {}, { app, ip: '10.5.0.4' })
  const [byBuyer, bySeller] = [
    { role: 'buyer', account: buyer.userId, requestId },
    { role: 'seller', account: seller.userId, requestId },
  ]
  expect(events()).toEqual([
    { security: 'login', ...byBuyer, address: '10.5.0.1' },
    { security: 'account_switched', ...bySeller, by: buyer.userId, address: '10.5.0.2' },
    { security: 'login', ...bySeller, address: '10.5.0.3' },
    { security: 'logout', ...bySeller, address: '10.5.0.4' },
  ])
  for (const secret of [email, password, buyer.token, switched.token, seller.token])
    expect(lines.join('\n')).not.toContain(secret)
})

test('refused accesses of sessions are logged, and those of guests counted', async () => {
  const { app, context, lines, events } = await appWithLog()
  const [buyer, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const { orderId } = await makeOrder()
  const { chatId } = await makeChat()
  const options = { app, ip: '10.5.1.1' }
  const answers = [
    await as(buyer).call(toggleBuyer, { id: other.id, status: 'blocked' }, options),
    await as(buyer).call(listBuyerOrders, { userId: other.id }, options),
    await as(buyer).call(readLedger, { orderId }, options),
  ]
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const device = await connect(buyer, address)
  await emitEvent(device, 'join', other.id)
  await emitEvent(device, 'join_chat', chatId)
  const who = { security: 'access_refused', role: 'buyer', account: buyer.id }
  const live = { ...who, address: '127.0.0.1', requestId: expect.any(String) }
  expect(events()).toEqual([
    ...[
      { to: 'PUT /api/admin/buyers/:id/toggle-status', code: 'wrong_role' },
      { to: 'GET /api/orders/buyer/:userId', code: 'not_yours' },
      { to: 'GET /api/orders/:orderId/payments', code: 'order_not_found' },
    ].map((refused, n) => ({
      ...who,
      address: '10.5.1.1',
      ...refused,
      requestId: answers[n]?.headers['x-request-id'],
    })),
    { ...live, event: 'join', to: 'join', code: 'not_yours' },
    { ...live, event: 'join_chat', to: 'join_chat', code: 'chat_not_found' },
  ])
  for (const secret of [buyer.token, buyer.name, buyer.email, other.id, orderId, chatId])
    expect(lines.join('\n')).not.toContain(secret)

  lines.length = 0
  await as().call(readBuyerProfile, {}, options)
  await as({ token: 'of-a-session-that-is-over' }).call(readBuyerProfile, {}, options)
  await as(buyer).call(readBuyerProfile, {}, options)
  await as(buyer).call(listBranches, {}, options)
  expect(events()).toEqual([])
  const counted = await context.metrics.errors.get()
  expect(counted.values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ labels: { code: 'signed_out' }, value: 1 }),
      expect.objectContaining({ labels: { code: 'session_ended' }, value: 1 }),
    ]),
  )
})

test('a new password is reported by email and by an unmutable notification', async () => {
  const mail = { sent: [] as Mail[] }
  const { app, context } = await appWithLog(mail)
  const buyer = await signUp()
  await makeMember('seller', buyer.member)
  const device = await connect(buyer, await app.listen({ port: 0, host: '127.0.0.1' }))
  const received = waitForEvent(device, 'notices_changed')
  await as(buyer).call(changeBuyerPassword, { password, newPassword }, { app })
  await received
  await context.jobs.idle()
  expect(mail.sent).toMatchObject([
    { to: buyer.email, subject: 'Your password for Dobara was changed' },
  ])
  expect(mail.sent[0]?.text).toContain('http://localhost:3000/?login=buyer&forgot=1')
  expect(mail.sent[0]?.text).not.toContain('Asha')
  const text =
    'Your password was changed. If that wasn’t you, choose a new one by “Forgot password?” at the login.'
  const seller = (await as().call(logInSeller, { email: buyer.email, password: newPassword })).body
  for (const account of [buyer, seller]) {
    expect((await as(account).call(listNotifications, {})).body).toMatchObject([
      { kind: 'account', text, isRead: false },
    ])
    expect(Object.keys((await as(account).call(readNotificationSettings, {})).body)).not.toContain(
      'account',
    )
  }
})

test('the owner of an account is notified when a session opens the other one', async () => {
  const sent: Mail[] = []
  const { app, context } = await appWithLog({ sent })
  const buyer = await signUp()
  const form = { name: 'A stranger’s words', sellerType: 'student' as const }
  expect((await as(buyer).call(openSellerAccount, form, { app })).status).toBe(201)
  await context.jobs.idle()
  expect(sent).toMatchObject([{ to: buyer.email, subject: 'You can sell at Dobara now' }])
  expect(sent[0]?.text).toMatch(/\/\?login=seller&forgot=1/)
  expect(sent[0]?.text).not.toMatch(/stranger’s/)
  const seller = (await as().call(logInSeller, { email: buyer.email, password })).body
  for (const account of [buyer, seller])
    expect((await as(account).call(listNotifications, {})).body).toMatchObject([
      {
        kind: 'account',
        text: 'You can sell now. Wasn’t you? Change your password.',
      },
    ])
  const other = await makeAccount('buyer')
  const received = waitForEvent(await connect(other), 'notices_changed')
  expect((await as(other).call(openSellerAccount, form)).status).toBe(201)
  await received
})
