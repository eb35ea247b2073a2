// Sessions that end after a password change, a logout elsewhere, or an account deletion.
import { expect, test } from 'vitest'
import {
  changeBuyerPassword,
  changeSellerPassword,
  deleteBuyerAccount,
  listSessions,
  logOutOtherSessions,
  readBuyerProfile,
} from '#contract/accounts/accounts.ts'
import { logInBuyer, switchRole } from '#contract/accounts/auth.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { as, makeAccount, testApp } from '#server/testing.ts'
import { connect, secondSession, waitForDisconnect, waitForEvent } from '#server/testing-live.ts'
import { rounds } from '#server/testing-rounds.ts'

let count = 0
const freshIp = () => `10.8.0.${++count}`

test.each([
  ['buyer', changeBuyerPassword, 'password'],
  ['seller', changeSellerPassword, 'currentPassword'],
] as const)(
  'a %s changes the password, and every other session ends at once',
  async (side, endpoint, field) => {
    const account = await makeMember(side)
    const other = (await account.logIn()).body
    const [here, there] = [await connect(account), await connect(other)]
    const [received, closed] = [waitForEvent(there, 'session_ended'), waitForDisconnect(there)]
    const input = { [field]: password, newPassword }
    const changed = await as(account).call(endpoint, input, { ip: freshIp() })
    expect([changed.status, changed.body]).toEqual([
      200,
      { message: 'Password updated successfully!' },
    ])
    expect(await received).toEqual({ message: 'Your password was changed. Please log in again.' })
    await closed
    expect(here.socket.connected).toBe(true)
    expect((await as(other).call(listSessions, {})).error.code).toBe('session_ended')
    expect((await as(account).call(listSessions, {})).body).toMatchObject([{ current: true }])
    expect((await account.logIn(password)).status).toBe(401)
    expect((await account.logIn(newPassword)).status).toBe(200)
  },
)

test('a password change and a logout elsewhere also end linked sessions', async () => {
  const seller = await makeMember('seller')
  await makeMember('buyer', seller)
  const openSwitched = async () => (await as((await seller.logIn()).body).call(switchRole, {})).body
  const intruder = await openSwitched()
  expect((await as(intruder).call(listSessions, {})).status).toBe(200)
  await as(seller).call(logOutOtherSessions, {})
  expect((await as(intruder).call(listSessions, {})).error.code).toBe('session_ended')
  const secondIntruder = await openSwitched()
  await as(seller).call(changeSellerPassword, { password, newPassword }, { ip: freshIp() })
  expect((await as(secondIntruder).call(listSessions, {})).error.code).toBe('session_ended')
  expect((await as(seller).call(listSessions, {})).status).toBe(200)
})

test('one of two concurrent password changes counts, and old logins fail', async () => {
  const account = await makeMember()
  const second = (await account.logIn()).body
  const change = (caller: { token: string }, newPassword: string) =>
    as(caller).call(changeBuyerPassword, { password, newPassword }, { ip: freshIp() })
  const [change1, change2, login] = await Promise.all([
    change(account, 'the first new one'),
    change(second, 'the other new one'),
    account.logIn(password),
  ])
  expect([change1.status, change2.status].sort()).toEqual([200, 401])
  // The change either ends a session opened before it, or rejects the login after it.
  const opened = login.status === 200 ? await as(login.body).call(listSessions, {}) : login
  expect(opened.status).toBe(401)
})

test('a wrong old password is reported at its field; five block more guesses', async () => {
  const account = await makeMember()
  const ip = freshIp()
  const guess = (changes: object) =>
    as(account).call(
      changeBuyerPassword,
      { password: 'a wrong one', newPassword, ...changes },
      { ip },
    )
  const wrong = await guess({})
  expect([wrong.status, wrong.error.fields]).toEqual([
    400,
    { password: 'The current password is not right.' },
  ])
  for (let n = 0; n < 4; n++) expect((await guess({})).status).toBe(400)
  const right = await guess({ password })
  expect([right.status, right.error.code]).toEqual([429, 'too_many_attempts'])
  expect((await account.logIn(password)).status).toBe(200)
})

test.each([
  [{ newPassword: 'short' }, 'newPassword', 'Password must have at least 8 characters.'],
  [{ password: '' }, 'password', 'The current password is required.'],
])('a change with %o is rejected', async (changes, field, message) => {
  const input = { password, newPassword, ...changes }
  const { status, error } = await as(await makeAccount('buyer')).call(changeBuyerPassword, input)
  expect([status, error.fields?.[field]]).toEqual([400, message])
})

test('sessions are listed with their devices, and all but this one can be ended', async () => {
  const buyer = await makeAccount('buyer')
  const phone = await secondSession(buyer)
  const list = (await as(phone).call(listSessions, {})).body
  expect(list).toMatchObject([
    { device: 'Unknown device', current: true },
    { device: 'Unknown device', current: false },
  ])
  expect(Object.keys(list[0] ?? {}).sort()).toEqual(['createdAt', 'current', 'device', 'usedAt'])
  const [here, there] = [await connect(phone), await connect(buyer)]
  const [received, closed] = [waitForEvent(there, 'session_ended'), waitForDisconnect(there)]
  expect((await as(phone).call(logOutOtherSessions, {})).body).toEqual({
    message: 'You are logged out everywhere else.',
  })
  expect(await received).toEqual({ message: 'You were logged out from another device.' })
  await closed
  expect(here.socket.connected).toBe(true)
  expect((await as(buyer).call(readBuyerProfile, {})).error.code).toBe('session_ended')
  expect((await as(phone).call(listSessions, {})).body).toHaveLength(1)
})

test('names the device of each session', async () => {
  const account = await makeMember()
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  }
  const { body } = await as().call(
    logInBuyer,
    { email: account.email, password },
    { headers, ip: freshIp() },
  )
  expect(
    (await as(body).call(listSessions, {})).body.find((session) => session.current)?.device,
  ).toBe('Firefox on Linux')
})

test.each([
  ['the same password', password],
  ['a password of its own', 'another-monsoon-43'],
])(
  'when the password is changed, a linked account with %s gets the new one',
  async (_, sellerPassword) => {
    const buyer = await makeMember()
    const { context } = await testApp()
    const { id, logIn } = await makeMember('seller', buyer)
    await updateAccount(context.db, id, { password_hash: await hashPassword(sellerPassword) })
    expect((await logIn(sellerPassword)).status).toBe(200)
    expect(
      (await as(buyer).call(changeBuyerPassword, { password, newPassword }, { ip: freshIp() }))
        .status,
    ).toBe(200)
    expect((await logIn(sellerPassword)).status).toBe(401)
    expect((await logIn(newPassword)).status).toBe(200)
  },
)

test('a logout elsewhere during the deletion leaves no switched session', async () => {
  for (let round = 0; round < rounds(2, 6); round++) {
    const buyer = await makeMember()
    const responses = await Promise.all([
      as(buyer).call(logOutOtherSessions, {}),
      as(buyer).call(deleteBuyerAccount, {}),
    ])
    for (const { status } of responses) expect([200, 401]).toContain(status)
    const seller = await makeMember('seller')
    await makeMember('buyer', seller)
    const intruder = (await seller.logIn()).body
    const switches = Array.from({ length: 6 }, () => as(intruder).call(switchRole, {}))
    const [ended, ...switched] = await Promise.all([
      as(seller).call(logOutOtherSessions, {}),
      ...switches,
    ])
    expect(ended?.status).toBe(200)
    for (const { body } of switched.filter(({ status }) => status === 200))
      expect((await as(body as never).call(listSessions, {})).error.code).toBe('session_ended')
  }
})

test('deleting an account ends the linked account’s sessions that came from it', async () => {
  const seller = await makeMember('seller')
  const buyer = await makeMember('buyer', seller)
  const switchFrom = async (account: { token: string }) =>
    (await as(account).call(switchRole, {})).body
  const fromBuyer = await switchFrom(buyer)
  const twiceFromBuyer = await switchFrom(await switchFrom(fromBuyer))
  const backFromBuyer = await switchFrom(await switchFrom(seller))
  const devices = [
    await connect(seller),
    await connect({ ...fromBuyer, id: fromBuyer.userId } as never),
  ] as const
  const [received, closed] = [
    waitForEvent(devices[1], 'session_ended'),
    waitForDisconnect(devices[1]),
  ]
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  expect(await received).toEqual({ message: 'The account that you logged in to was deleted.' })
  await closed
  const statusOf = async (account: { token: string }) =>
    (await as(account).call(listSessions, {})).status
  expect(
    await Promise.all([fromBuyer, twiceFromBuyer, seller, backFromBuyer].map(statusOf)),
  ).toEqual([401, 401, 200, 200])
  expect(devices[0].socket.connected).toBe(true)
})
