// Which sessions end when a password changes, when logging out elsewhere, and with an account.
import { expect, test } from 'vitest'
import {
  changeBuyerPassword,
  changeSellerPassword,
  deleteBuyerAccount,
  exportAccount,
  listSessions,
  logOutOtherSessions,
  readBuyerProfile,
} from '#contract/accounts/accounts.ts'
import {
  logInBuyer,
  logInSeller,
  signUpBuyer,
  signUpSeller,
  switchRole,
} from '#contract/accounts/auth.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, testApp } from '#server/testing.ts'
import { connect, secondSession, waitForDisconnect, waitForEvent } from '#server/testing-live.ts'
import { rounds } from '#server/testing-rounds.ts'

const password = 'monsoon-library-42'
const newPassword = 'a quite different one'
let count = 0
/** Returns an address that no other test uses. */
const freshIp = () => `10.8.0.${++count}`

/** Signs up and logs in. */
async function signUp(side: 'buyer' | 'seller' = 'buyer') {
  const email = `${newId()}@example.com`
  if (side === 'buyer')
    await as().call(
      signUpBuyer,
      { name: 'Asha', address: 'Pune', email, password },
      { ip: freshIp() },
    )
  else
    await as().call(
      signUpSeller,
      { name: 'Ravi', sellerType: 'student', email, password },
      { ip: freshIp() },
    )
  const logIn = (password: string) =>
    as().call(side === 'buyer' ? logInBuyer : logInSeller, { email, password }, { ip: freshIp() })
  return { ...(await logIn(password)).body, email, logIn }
}

test.each([
  ['buyer', changeBuyerPassword],
  ['seller', changeSellerPassword],
] as const)(
  'a %s changes the password, and every other session ends at once',
  async (side, endpoint) => {
    const account = await signUp(side)
    const other = (await account.logIn(password)).body
    const [here, there] = [await connect(account), await connect(other)]
    const [received, closed] = [waitForEvent(there, 'session_ended'), waitForDisconnect(there)]
    const changed = await as(account).call(endpoint, { password, newPassword }, { ip: freshIp() })
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
  const seller = await signUp('seller')
  const form = { name: 'Ravi', address: 'Pune', email: seller.email, password }
  await as().call(signUpBuyer, form, { ip: freshIp() })
  const openSwitched = async () =>
    (await as((await seller.logIn(password)).body).call(switchRole, {})).body
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
  const account = await signUp()
  const second = (await account.logIn(password)).body
  const change = (caller: { token: string }, newPassword: string) =>
    as(caller).call(changeBuyerPassword, { password, newPassword }, { ip: freshIp() })
  const [change1, change2, login] = await Promise.all([
    change(account, 'the first new one'),
    change(second, 'the other new one'),
    account.logIn(password),
  ])
  expect([change1.status, change2.status].sort()).toEqual([200, 401])
  // The change ends a session that was opened before it, and rejects a later login.
  const opened = login.status === 200 ? await as(login.body).call(listSessions, {}) : login
  expect(opened.status).toBe(401)
})

test('accepts the old password as currentPassword too', async () => {
  const account = await signUp()
  const changed = await as(account).call(
    changeBuyerPassword,
    { currentPassword: password, newPassword },
    { ip: freshIp() },
  )
  expect(changed.status).toBe(200)
})

test('a wrong old password is reported at its field; five block more guesses', async () => {
  const account = await signUp()
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
  [
    { newPassword: 'Password123' },
    'newPassword',
    'This password is among the most common ones. Please choose another.',
  ],
  [{ newPassword: 'short' }, 'newPassword', 'Password must have at least 8 characters.'],
  [{ newPassword: 'x'.repeat(129) }, 'newPassword', 'Password can have at most 128 characters.'],
  [{ newPassword: undefined }, 'newPassword', 'Password is required.'],
  [{ password: '' }, 'password', 'The current password is required.'],
])('a change with %o is rejected', async (changes, field, message) => {
  const input = { password, newPassword, ...changes } as { password: string; newPassword: string }
  const { status, error } = await as(await makeAccount('buyer')).call(changeBuyerPassword, input, {
    ip: freshIp(),
  })
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
  const account = await signUp()
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

test('an account is only accessible to its owner', async () => {
  const [seller, admin] = [await makeAccount('seller'), await makeAccount('admin')]
  for (const endpoint of [listSessions, logOutOtherSessions, exportAccount]) {
    expect((await as(admin).call(endpoint, {})).status).toBe(403)
    expect((await as().call(endpoint, {})).status).toBe(401)
  }
  expect((await as(seller).call(deleteBuyerAccount, {})).status).toBe(403)
  expect((await as(seller).call(changeBuyerPassword, { password, newPassword })).status).toBe(403)
  expect((await as().call(changeSellerPassword, { password, newPassword })).status).toBe(401)
})

test.each([
  ['the same password', password],
  ['a password of its own', 'another-monsoon-43'],
])(
  'when the password is changed, a linked account with %s gets the new one',
  async (_, sellerPassword) => {
    const buyer = await signUp()
    const { context } = await testApp()
    await as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
    const logIn = (password: string) =>
      as().call(logInSeller, { email: buyer.email, password }, { ip: freshIp() })
    const { userId } = (await logIn(password)).body
    await updateAccount(context.db, userId, { password_hash: await hashPassword(sellerPassword) })
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
    const buyer = await signUp()
    const responses = await Promise.all([
      as(buyer).call(logOutOtherSessions, {}),
      as(buyer).call(deleteBuyerAccount, {}),
    ])
    for (const { status } of responses) expect([200, 401]).toContain(status)
    const seller = await signUp('seller')
    await as().call(
      signUpBuyer,
      { name: 'Ravi', address: 'Pune', email: seller.email, password },
      { ip: freshIp() },
    )
    const intruder = (await seller.logIn(password)).body
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
  const seller = await signUp('seller')
  await as().call(
    signUpBuyer,
    { name: 'Ravi', address: 'Pune', email: seller.email, password },
    { ip: freshIp() },
  )
  const buyer = (await as().call(logInBuyer, { email: seller.email, password }, { ip: freshIp() }))
    .body
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
