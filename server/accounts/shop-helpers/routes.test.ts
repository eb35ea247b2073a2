import { expect, test } from 'vitest'
import {
  deleteSellerAccount,
  exportAccount,
  listSessions,
  readSellerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { signUpSeller } from '#contract/accounts/auth.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import {
  inviteHelper,
  joinShop,
  leaveShop,
  listHelpers,
  readInvite,
  removeHelper,
  renameHelper,
  withdrawInvite,
} from '#contract/accounts/shop-helpers.ts'
import { toggleSeller } from '#contract/admin/admin.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { makeMember, password as membersPassword } from '#server/accounts/testing-members.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import {
  as,
  makeAccount,
  makePhotos,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { connect, waitForDisconnect, waitForEvent } from '#server/testing-live.ts'
import { rounds } from '#server/testing-rounds.ts'
import { makeHelper, makeShop } from './testing-shop-helpers.ts'

const password = 'monsoon-library-42'
const invite = async (shop: TestAccount) => {
  const { status, body } = await as(shop).call(inviteHelper, {})
  expect(status).toBe(201)
  return { id: body._id, token: body.link.split('#')[1] ?? '' }
}
const join = (token: string, fields: { name?: string; email?: string; password?: string } = {}) =>
  as().call(joinShop, {
    token,
    name: 'Ravi Kumar',
    email: `${newId()}@example.com`,
    password,
    ...fields,
  })
const helpersOf = async (shop: TestAccount) => (await as(shop).call(listHelpers, {})).body

test.each(['Ravi Kumar', 'रवि कुमार', 'Ravi 📚', 'ரவி', 'O’Neil-Jr.'])(
  'an owner invites %s by a link, who joins, and the owner learns of it',
  async (name) => {
    const mails: Mail[] = []
    const { app, context } = await otherApp({ mail: async (mail) => void mails.push(mail) })
    const shop = await makeShop()
    const { token } = await invite(shop)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await as().call(readInvite, { token })).body).toEqual({ shopName: 'A shop' })
    expect((await helpersOf(shop)).invites).toHaveLength(1)
    const email = `${newId()}@example.com`
    const joined = await as().call(joinShop, { token, name, email, password }, { app })
    expect([joined.status, joined.body]).toEqual([
      201,
      { message: 'You can now log in as a seller with this email and password.' },
    ])
    await context.jobs.idle()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [shop.email, 'You have a new helper at Dobara'],
    ])
    expect(await helpersOf(shop)).toMatchObject({ helpers: [{ name, email }], invites: [] })
    const [notice] = (await as(shop).call(listNotifications, {})).body
    expect(notice?.text).toContain(`${name} now helps at your shop.`)
    const { helpers } = (await as(shop).call(exportAccount, {})).body
    expect(helpers).toMatchObject([{ name, email }])
  },
)

test('only the token of the link is secret: the database has its hash, and lists don’t have it', async () => {
  const shop = await makeShop()
  const { token } = await invite(shop)
  const { db } = (await testApp()).context
  const rows = await db.selectFrom('helper_invites').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(await helpersOf(shop))).not.toContain(token)
})

test('of concurrent invitations, a shop gets as many as it may have helpers', async () => {
  const shop = await makeShop()
  await makeHelper(shop)
  const made = await Promise.all(Array.from({ length: 8 }, () => as(shop).call(inviteHelper, {})))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409])
  expect(made.find(({ status }) => status === 409)?.error.code).toBe('too_many_helpers')
  const { invites, helpers, can } = await helpersOf(shop)
  expect([invites.length, helpers.length, can]).toEqual([4, 1, []])
  await as(shop).call(withdrawInvite, { id: invites[0]?._id ?? '' })
  expect((await helpersOf(shop)).can).toEqual(['invite'])
})

test('a link that several people use at once makes one helper', async () => {
  for (let round = 0; round < rounds(2, 6); round++) {
    const shop = await makeShop()
    const { token } = await invite(shop)
    const joined = await Promise.all(
      ['Asha', 'Ravi', 'Meera', 'Imran'].map((name) => join(token, { name })),
    )
    expect(joined.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect(joined.find(({ status }) => status === 400)?.error.code).toBe('invite_dead')
    expect((await helpersOf(shop)).helpers).toHaveLength(1)
  }
})

test('five people join with five links at the same time', async () => {
  const shop = await makeShop()
  const links = []
  for (let count = 0; count < 5; count++) links.push(await invite(shop))
  const joined = await Promise.all(
    links.map(({ token }, index) => join(token, { name: `Helper no. ${index}` })),
  )
  expect(joined.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect((await helpersOf(shop)).helpers).toHaveLength(5)
})

test('a withdrawn, expired, used or unknown link, and that of a blocked or deleted shop, is dead', async () => {
  const [shop, blocked, deleted] = [await makeShop(), await makeShop(), await makeShop()]
  const links = { withdrawn: await invite(shop), expired: await invite(shop) }
  const used = await invite(shop)
  const ofBlocked = await invite(blocked)
  const ofDeleted = await invite(deleted)
  await as(shop).call(withdrawInvite, { id: links.withdrawn.id })
  expect((await join(used.token)).status).toBe(201)
  await as(await makeAccount('admin')).call(toggleSeller, { id: blocked.id, status: 'blocked' })
  await as(deleted).call(deleteSellerAccount, {})
  const { db } = (await testApp()).context
  const past = new Date(Date.now() - 1)
  await db
    .updateTable('helper_invites')
    .set({ expires_at: past })
    .where('id', '=', links.expired.id)
    .execute()
  const dead = [links.withdrawn, links.expired, used, ofBlocked, ofDeleted].map(
    ({ token }) => token,
  )
  for (const token of [...dead, 'x'.repeat(43), '', '📚', 'x'.repeat(201)]) {
    for (const answer of [await as().call(readInvite, { token }), await join(token)])
      expect([token, answer.status, answer.error.code]).toEqual([token, 400, 'invite_dead'])
  }
  expect((await helpersOf(shop)).invites).toEqual([])
  await as(await makeAccount('admin')).call(toggleSeller, {
    id: blocked.id,
    status: 'active',
    reason: 'A mistake',
  })
  expect((await as().call(readInvite, { token: ofBlocked.token })).error.code).toBe('invite_dead')
})

test('students have no helpers, and nobody withdraws or removes those of another shop', async () => {
  const [student, shop, other] = [await makeAccount('seller'), await makeShop(), await makeShop()]
  expect((await as(student).call(inviteHelper, {})).error.code).toBe('not_a_shop')
  expect((await helpersOf(student)).can).toEqual([])
  const { id } = await invite(shop)
  const { helperId } = await makeHelper(shop)
  expect((await as(other).call(withdrawInvite, { id })).status).toBe(200)
  expect((await as(other).call(removeHelper, { id: helperId })).error.code).toBe('helper_not_found')
  const { helpers, invites } = await helpersOf(shop)
  expect([helpers.length, invites.length]).toEqual([1, 1])
})

test('the email of a seller or of another helper is taken, also for a seller who signs up', async () => {
  const shop = await makeShop()
  const helper = await makeHelper(shop)
  const seller = await makeAccount('seller')
  const { token } = await invite(shop)
  for (const email of [helper.email.toUpperCase(), seller.email, shop.email]) {
    const { status, error } = await join(token, { email })
    expect([status, error.code]).toEqual([409, 'email_taken'])
    expect(error.fields?.email).toBe(errorCatalog.email_taken[1])
  }
  const form = { name: 'Ravi', sellerType: 'student', email: helper.email, password } as const
  expect((await as().call(signUpSeller, form)).error.code).toBe('email_taken')
  // A buyer can help at a shop with the same email and password, but can't also open a seller account.
  const buyer = await makeMember()
  const stranger = await join(token, { email: buyer.email, password: 'another one 77' })
  expect(stranger.error.code).toBe('email_taken')
  const own = { email: buyer.email, password: membersPassword }
  expect((await join(token, own)).status).toBe(201)
  const opened = await as(buyer).call(openSellerAccount, { name: 'Ravi', sellerType: 'student' })
  expect(opened.error.code).toBe('email_taken')
})

test('an email that joins and signs up at the same moment becomes one of both', async () => {
  for (let round = 0; round < rounds(2, 6); round++) {
    const shop = await makeShop()
    const { token } = await invite(shop)
    const email = `${newId()}@example.com`
    const form = { name: 'Ravi', sellerType: 'student', email, password } as const
    const answers = await Promise.all([join(token, { email }), as().call(signUpSeller, form)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})

test('names: reserved ones are refused, and two helpers of a shop can’t share one', async () => {
  const shop = await makeShop()
  const { token } = await invite(shop)
  expect((await join(token, { name: 'Dobara Support' })).error.fields?.name).toMatch(/reserved/)
  const [ravi, asha] = [await makeHelper(shop, { name: 'Ravi' }), await makeHelper(shop)]
  const taken = { name: 'Another helper of this shop has this name.' }
  expect((await join(token, { name: 'RAVI' })).error.fields).toEqual(taken)
  expect((await as(asha).call(renameHelper, { name: 'ravi' })).error.fields).toEqual(taken)
  expect((await as(ravi).call(renameHelper, { name: 'रवि 📚' })).status).toBe(200)
  expect((await as(ravi).call(readSellerProfile, {})).body).toMatchObject({
    name: shop.name,
    helper: { name: 'रवि 📚', email: ravi.email },
  })
  expect((await makeHelper(await makeShop(), { name: 'रवि 📚' })).name).toBe('रवि 📚')
})

test('a helper changes nothing of the profile but the holiday', async () => {
  const shop = await makeShop()
  const helper = await makeHelper(shop)
  const [profilePic] = await makePhotos(1)
  for (const change of [
    { upiId: 'ravi@okaxis' },
    { upiId: '' },
    { name: 'Ravi' },
    { phone: '+919876543210' },
    { shopName: 'Ravi’s' },
    { pinCode: '411038' },
    { handOvers: ['meet' as const] },
    { profilePic },
    { profilePic: '' },
    { holidayUntil: addDays(indianDate(new Date()), 3), upiId: 'ravi@okaxis' },
  ]) {
    const { status, error } = await as(helper).call(updateSellerProfile, change)
    expect([change, status, error.code]).toEqual([change, 403, 'owner_only'])
  }
  const holidayUntil = addDays(indianDate(new Date()), 3)
  const changed = await as(helper).call(updateSellerProfile, { holidayUntil })
  expect([changed.status, changed.body.holidayUntil]).toEqual([200, holidayUntil])
  expect(changed.body.upiId).toBeUndefined()
})

test('a removed helper is logged out at once, everywhere, and nobody else is', async () => {
  const shop = await makeShop()
  const [removed, other] = [await makeHelper(shop), await makeHelper(shop)]
  const device = await connect(removed)
  const others = [await connect(other), await connect(shop)]
  const [received, closed] = [waitForEvent(device, 'session_ended'), waitForDisconnect(device)]
  expect((await as(shop).call(removeHelper, { id: removed.helperId })).status).toBe(200)
  expect(await received).toEqual({ message: 'You were removed from this shop.' })
  await closed
  expect((await as(removed).call(readSellerProfile, {})).error.code).toBe('session_ended')
  expect(others.map(({ socket }) => socket.connected)).toEqual([true, true])
  expect((await as(other).call(readSellerProfile, {})).status).toBe(200)
  expect((await as(shop).call(removeHelper, { id: removed.helperId })).error.code).toBe(
    'helper_not_found',
  )
  expect((await helpersOf(shop)).helpers.map(({ name }) => name)).toEqual([other.name])
})

test('a helper who leaves is logged out everywhere, frees the email, and the owner is notified', async () => {
  const shop = await makeShop()
  const [leaving, other] = [await makeHelper(shop, { name: 'आशा 📚' }), await makeHelper(shop)]
  const device = await connect(leaving)
  const [received, closed] = [waitForEvent(device, 'session_ended'), waitForDisconnect(device)]
  expect((await as(shop).call(leaveShop, {})).error.code).toBe('wrong_role')
  const answers = await Promise.all([1, 2].map(() => as(leaving).call(leaveShop, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await received).toEqual({ message: 'You have left this shop.' })
  await closed
  expect((await as(leaving).call(readSellerProfile, {})).error.code).toBe('session_ended')
  expect((await as(other).call(readSellerProfile, {})).status).toBe(200)
  expect((await helpersOf(shop)).helpers.map(({ name }) => name)).toEqual([other.name])
  const { body } = await as(shop).call(listNotifications, {})
  expect(body.map(({ text }) => text)).toEqual(['आशा 📚 no longer helps at your shop.'])
  const form = { name: 'Asha', sellerType: 'student', email: leaving.email, password } as const
  expect((await as().call(signUpSeller, form)).status).toBe(201)
})

test('owners see when a helper was last there, and don’t see their sessions as own ones', async () => {
  const shop = await makeShop()
  const helper = await makeHelper(shop)
  const { helpers } = await helpersOf(shop)
  expect(Date.parse(helpers[0]?.usedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await as(shop).call(listSessions, {})).body).toHaveLength(1)
  expect((await as(helper).call(listSessions, {})).error.code).toBe('owner_only')
})

test('blocking the owner ends the helpers’ sessions, and their connections', async () => {
  const shop = await makeShop()
  const helper = await makeHelper(shop)
  const closed = waitForDisconnect(await connect(helper))
  await as(await makeAccount('admin')).call(toggleSeller, { id: shop.id, status: 'blocked' })
  await closed
  expect((await as(helper).call(readSellerProfile, {})).error.code).toBe('session_ended')
})
