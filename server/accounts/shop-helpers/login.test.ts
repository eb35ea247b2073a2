// Logins, passwords and sessions of helpers.
import { expect, test } from 'vitest'
import {
  changeSellerPassword,
  logOutOtherSessions,
  readSellerProfile,
} from '#contract/accounts/accounts.ts'
import {
  logInBuyer,
  logInSeller,
  logOut,
  requestPasswordReset,
  resetPassword,
  switchRole,
} from '#contract/accounts/auth.ts'
import {
  changeHelperPassword,
  inviteHelper,
  listHelpers,
  removeHelper,
} from '#contract/accounts/shop-helpers.ts'
import { toggleSeller } from '#contract/admin/admin.ts'
import { createResetLink, listPasswordRequests } from '#contract/admin/password-requests.ts'
import { hashPassword, passwordWork } from '#server/accounts/auth/passwords/passwords.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import { as, makeAccount, otherApp, type TestAccount, testApp } from '#server/testing.ts'
import { connect, waitForDisconnect } from '#server/testing-live.ts'
import { makeHelper as helperOf, makeShop } from './testing-shop-helpers.ts'

const ofShop = 'the shop’s own password'
const hashes = { helper: hashPassword(password), shop: hashPassword(ofShop) }

const makeHelper = async (shop: TestAccount, name?: string) =>
  helperOf(shop, { password_hash: await hashes.helper, ...(name !== undefined && { name }) })
async function makeShopWithPassword() {
  const shop = await makeShop()
  const { db } = (await testApp()).context
  await updateAccount(db, shop.id, { password_hash: await hashes.shop })
  return shop
}
/** Logs an owner in eleven minutes ago, when a change that helps a thief needs the password. */
async function makeOldLogin() {
  const shop = await makeShopWithPassword()
  const { db, now } = (await testApp()).context
  const created_at = new Date(now().getTime() - 11 * 60_000)
  await db.updateTable('sessions').set({ created_at }).where('account_id', '=', shop.id).execute()
  return {
    shop,
    invite: (given?: string) =>
      as(shop).call(inviteHelper, given === undefined ? {} : { password: given }),
    endSession: () => db.deleteFrom('sessions').where('account_id', '=', shop.id).execute(),
  }
}
const logIn = (email: string, given = password) =>
  as().call(logInSeller, { email, password: given })
const isLoggedIn = async (account: { token: string }) =>
  (await as(account).call(readSellerProfile, {})).status === 200

test('a helper logs in on either form, to the account of the shop, with their own name', async () => {
  const shop = await makeShop()
  const helper = await makeHelper(shop, 'रवि')
  for (const form of [logInSeller, logInBuyer]) {
    const { status, body } = await as().call(form, { email: helper.email.toUpperCase(), password })
    expect([status, body]).toMatchObject([
      200,
      { userId: shop.id, role: 'seller', name: 'रवि', helperId: helper.helperId },
    ])
    expect((await as(body).call(readSellerProfile, {})).body).toMatchObject({
      _id: shop.id,
      helper: { name: 'रवि' },
    })
    expect((await as(body).call(switchRole, {})).error.code).toBe('owner_only')
    expect((await as(body).call(logOut, {})).status).toBe(200)
    expect(await isLoggedIn(body)).toBe(false)
  }
})

test('a buyer who helps at a shop logs in as each on its own form', async () => {
  const buyer = await makeMember()
  const shop = await makeShop()
  const helper = await makeHelper(shop)
  const { db } = (await testApp()).context
  await db
    .updateTable('helpers')
    .set({ email: buyer.email, password_hash: await hashPassword(newPassword) })
    .where('id', '=', helper.helperId)
    .execute()
  expect((await buyer.logIn()).body).toMatchObject({ userId: buyer.id, role: 'buyer' })
  const login = await logIn(buyer.email, newPassword)
  expect(login.body).toMatchObject({ userId: shop.id, role: 'seller' })
  expect((await logIn(buyer.email)).error.code).toBe('wrong_credentials')
})

test('wrong passwords of a helper are limited as those of an account', async () => {
  const { email } = await makeHelper(await makeShop())
  const ip = '10.61.0.1'
  for (let n = 0; n < 5; n++)
    expect(
      (await as().call(logInSeller, { email, password: `guess ${n}` }, { ip })).error.code,
    ).toBe('wrong_credentials')
  expect((await as().call(logInBuyer, { email, password }, { ip })).error.code).toBe(
    'too_many_attempts',
  )
})

test('a helper’s login doesn’t forgive wrong guesses of a buyer’s password with the same email', async () => {
  const buyer = await makeMember()
  const helper = await makeHelper(await makeShop())
  const { db } = (await testApp()).context
  const columns = { email: buyer.email, password_hash: await hashPassword(newPassword) }
  await db.updateTable('helpers').set(columns).where('id', '=', helper.helperId).execute()
  const { email } = buyer
  const ip = '10.61.0.2'
  const guess = async () =>
    (await as().call(logInBuyer, { email, password: 'a guess' }, { ip })).error.code
  for (let n = 0; n < 5; n++) expect(await guess()).toBe('wrong_credentials')
  const login = await as().call(logInSeller, { email, password: newPassword }, { ip })
  expect(login.status).toBe(200)
  expect(await guess()).toBe('too_many_attempts')
})

test('the helper of a blocked shop can’t log in, and a removed one is unknown', async () => {
  const [shop, other] = [await makeShop(), await makeShop()]
  const [blocked, removed] = [await makeHelper(shop), await makeHelper(other)]
  await as(await makeAccount('admin')).call(toggleSeller, { id: shop.id, status: 'blocked' })
  expect((await logIn(blocked.email)).error.code).toBe('blocked')
  await as(other).call(removeHelper, { id: removed.helperId })
  expect((await logIn(removed.email)).error.code).toBe('wrong_credentials')
})

test('a login while the helper is removed leaves no session', async () => {
  for (let round = 0; round < 4; round++) {
    const shop = await makeShop()
    const helper = await makeHelper(shop)
    const [login, removed] = await Promise.all([
      logIn(helper.email),
      as(shop).call(removeHelper, { id: helper.helperId }),
    ])
    expect(removed.status).toBe(200)
    if (login.status === 200) expect(await isLoggedIn(login.body)).toBe(false)
    else expect(login.error.code).toBe('wrong_credentials')
  }
})

test('a helper’s new password ends their other sessions, and nobody else’s', async () => {
  const shop = await makeShopWithPassword()
  const [helper, other] = [await makeHelper(shop), await makeHelper(shop)]
  const second = (await logIn(helper.email)).body
  const closed = waitForDisconnect(await connect(second))
  const change = (input: object) =>
    as(helper).call(changeHelperPassword, { newPassword, ...input } as never)
  expect((await change({ password: ofShop })).error.fields).toEqual({
    password: 'The current password is not right.',
  })
  expect((await change({ password })).status).toBe(200)
  await closed
  expect(await Promise.all([helper, second, other, shop].map(isLoggedIn))).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([
    (await logIn(helper.email)).status,
    (await logIn(helper.email, newPassword)).status,
  ]).toEqual([401, 200])
  expect((await logIn(other.email)).status).toBe(200)
  expect((await logIn(shop.email, ofShop)).status).toBe(200)
})

test('of two new passwords at once, one wins', async () => {
  const helper = await makeHelper(await makeShop())
  const second = (await logIn(helper.email)).body
  const passwords = ['a quite different one', 'and yet another one']
  const changed = await Promise.all(
    [helper, second].map((session, index) =>
      as(session).call(changeHelperPassword, { password, newPassword: passwords[index] ?? '' }),
    ),
  )
  expect(changed.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = changed.findIndex(({ status }) => status === 200)
  expect((await logIn(helper.email, passwords[winner])).status).toBe(200)
})

test('a helper gets a link for a new password at their own email, and the owner’s stays', async () => {
  const mails: Mail[] = []
  const { app, context } = await otherApp({ mail: async (mail) => void mails.push(mail) })
  const shop = await makeShopWithPassword()
  const helper = await makeHelper(shop)
  const device = waitForDisconnect(await connect(helper, await app.listen({ port: 0 })))
  for (const { email } of [helper, shop]) {
    await as().call(requestPasswordReset, { email, role: 'seller' }, { app })
    await context.jobs.idle()
  }
  expect(mails.map(({ to }) => to)).toEqual([helper.email, shop.email])
  expect(mails[0]?.text).toContain('for the helper account with this email')
  const [token = '', ofOwner = ''] = mails.map(({ text }) => /#([\w-]{43})\n/.exec(text)?.[1])
  const reset = (token: string) => as().call(resetPassword, { token, newPassword }, { app })
  expect((await reset(token)).body).toEqual({
    message: 'Password updated successfully!',
    role: 'seller',
  })
  await device
  expect((await reset(token)).error.code).toBe('reset_link_dead')
  expect([await isLoggedIn(helper), await isLoggedIn(shop)]).toEqual([false, true])
  expect((await logIn(helper.email, newPassword)).status).toBe(200)
  expect((await logIn(shop.email, ofShop)).status).toBe(200)
  expect((await reset(ofOwner)).status).toBe(200)
  expect((await logIn(shop.email, newPassword)).status).toBe(200)
})

test('without mail, an admin sees the helper’s name and email, and sends the link', async () => {
  const helper = await makeHelper(await makeShop())
  const admin = await makeAccount('admin')
  await as().call(requestPasswordReset, { email: helper.email, role: 'seller' })
  await (await testApp()).context.jobs.idle()
  const { body } = await as(admin).call(listPasswordRequests, {})
  const request = body.find(({ email }) => email === helper.email)
  expect(request).toMatchObject({ name: helper.name, role: 'seller' })
  const { link } = (await as(admin).call(createResetLink, { id: request?._id ?? '' })).body
  const token = link.split('#')[1] ?? ''
  expect((await as().call(resetPassword, { token, newPassword })).status).toBe(200)
  expect((await logIn(helper.email, newPassword)).status).toBe(200)
})

test('an owner who logged in long ago needs the password to invite a helper', async () => {
  const { shop, invite } = await makeOldLogin()
  expect((await invite()).error.code).toBe('password_needed')
  expect((await invite(password)).error.code).toBe('wrong_password')
  expect((await invite(ofShop)).status).toBe(201)
  expect((await as(shop).call(listHelpers, {})).body.invites).toHaveLength(1)
})

test('a session that ends while its password is checked invites nobody', async () => {
  const { shop, invite, endSession } = await makeOldLogin()
  const { checked } = passwordWork
  const invited = invite(ofShop)
  await expect.poll(() => passwordWork.checked, { interval: 1 }).toBe(checked + 1)
  await endSession()
  expect((await invited).error.code).toBe('session_ended')
  const { db } = (await testApp()).context
  const invites = db.selectFrom('helper_invites').select('id').where('seller_id', '=', shop.id)
  expect(await invites.execute()).toEqual([])
})

test('the owner’s new password ends the helpers’ sessions and withdraws open invitations', async () => {
  const shop = await makeShopWithPassword()
  const helper = await makeHelper(shop)
  await as(shop).call(inviteHelper, {})
  const closed = waitForDisconnect(await connect(helper))
  const changed = await as(shop).call(changeSellerPassword, { password: ofShop, newPassword })
  expect(changed.status).toBe(200)
  await closed
  expect(await isLoggedIn(helper)).toBe(false)
  expect((await as(shop).call(listHelpers, {})).body).toMatchObject({
    helpers: [{ email: helper.email }],
    invites: [],
  })
  const again = (await logIn(helper.email)).body
  expect((await as(shop).call(logOutOtherSessions, {})).status).toBe(200)
  expect(await isLoggedIn(again)).toBe(false)
})
