// When a session ends for any reason, its requests are rejected, its live connections are closed,
// and it can't open new ones.
import { expect, test } from 'vitest'
import {
  changeBuyerPassword,
  deleteBuyerAccount,
  logOutOtherSessions,
} from '#contract/accounts/accounts.ts'
import { logOut, requestPasswordReset, resetPassword } from '#contract/accounts/auth.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { createResetLink, listPasswordRequests } from '#contract/admin/password-requests.ts'
import { listBuyerOrders } from '#contract/orders/orders.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { as, makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { connect, getConnectError, secondSession, waitForDisconnect } from '#server/testing-live.ts'

async function resetByLink({ email }: TestAccount) {
  const { context } = await testApp()
  await as().call(requestPasswordReset, { email, role: 'buyer' })
  await context.jobs.idle()
  const admin = await makeAccount('admin')
  const requests = (await as(admin).call(listPasswordRequests, {})).body
  const id = requests.find((request) => request.email === email)?._id ?? ''
  const { link } = (await as(admin).call(createResetLink, { id })).body
  return as().call(resetPassword, { token: link.split('#')[1] ?? '', newPassword })
}

/** Ends the session `ended`. `callerStays` says whether `caller`, another session, survives. */
type End = (sessions: { ended: TestAccount; caller: TestAccount }) => Promise<{ status: number }>
const ends: [name: string, callerStays: boolean, end: End][] = [
  ['a logout', true, ({ ended }) => as(ended).call(logOut, {})],
  [
    'a password change elsewhere',
    true,
    ({ caller }) => as(caller).call(changeBuyerPassword, { password, newPassword }),
  ],
  ['a logout everywhere else', true, ({ caller }) => as(caller).call(logOutOtherSessions, {})],
  ['a reset link', false, ({ ended }) => resetByLink(ended)],
  [
    'a block',
    false,
    async ({ ended }) =>
      as(await makeAccount('admin')).call(toggleBuyer, { id: ended.id, status: 'blocked' }),
  ],
  ['the deletion', false, ({ caller }) => as(caller).call(deleteBuyerAccount, { password })],
]

test.each(ends)(
  'after %s the token is rejected, and its connections are closed',
  async (_, stays, end) => {
    const caller = await makeMember()
    const ended = await secondSession(caller)
    const read = (account: TestAccount) => as(account).call(listBuyerOrders, { userId: account.id })
    expect([(await read(ended)).status, (await read(caller)).status]).toEqual([200, 200])
    const [first, second] = [await connect(ended), await connect(ended)]
    const closed = Promise.all([waitForDisconnect(first), waitForDisconnect(second)])
    expect((await end({ ended, caller })).status).toBe(200)
    const refused = await read(ended)
    expect([refused.status, refused.error.code]).toEqual([401, 'session_ended'])
    await closed
    expect(await getConnectError({ token: ended.token })).toBe('session_ended')
    expect((await read(caller)).status).toBe(stays ? 200 : 401)
  },
)
