import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  changeSellerPassword,
  deleteSellerAccount,
  exportAccount,
  logOutOtherSessions,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { createApiToken, listApiTokens, revokeApiToken } from '#contract/accounts/api-tokens.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { toggleSeller } from '#contract/admin/admin.ts'
import { listOwnBooks, readBook, updateBook } from '#contract/books/books.ts'
import { maxApiTokens } from '#contract/common/limits.ts'
import { listSellerOrders } from '#contract/orders/orders.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { usesPerMinute } from '#server/platform/limits/rate-limits.ts'
import { stopClock } from '#server/platform/limits/testing-limits.ts'
import { as, makeAccount, makeBook, makeOrder, otherApp, testApp } from '#server/testing.ts'
import { connect } from '#server/testing-live.ts'

const create = async (seller: { token: string }, name = 'Stock') =>
  (await as(seller).call(createApiToken, { name })).body
const worksFor = async (token: string) => (await as({ token }).call(listOwnBooks, {})).status

test('a token reads and changes its seller’s books, reads their orders, and is a guest elsewhere', async () => {
  const { seller, bookId: sold } = await makeOrder()
  const bookId = await makeBook(seller)
  const { token } = await create(seller)
  const program = as({ token })
  expect((await program.call(listOwnBooks, {})).body.map(({ _id }) => _id)).toEqual([bookId, sold])
  expect((await program.call(updateBook, { id: bookId, price: 99 })).body.book.price).toBe(99)
  const orders = await program.call(listSellerOrders, { userId: seller.id })
  expect(orders.body.map(({ book }) => book._id)).toEqual([sold])
  expect((await program.call(readBook, { id: bookId })).body.can).toEqual(['chat', 'offer'])
  const refused = await program.call(updateSellerProfile, { upiId: 'thief@okaxis' })
  expect([refused.status, refused.error.code]).toEqual([403, 'token_scope'])
  expect((await program.call(createApiToken, { name: 'More' })).error.code).toBe('token_scope')
  await expect(connect({ ...seller, token })).rejects.toThrow()
})

test('a token is shown once, stored as a hash, and listed with its last use', async () => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const name = 'दुकान का स्टॉक 📚'
  const { token, ...made } = await create(seller, name)
  expect(token).toMatch(/^dobara_[\w-]{43}$/)
  const list = async () => (await as(seller).call(listApiTokens, {})).body.tokens
  expect((await as(seller).call(listApiTokens, {})).body.can).toEqual(['create'])
  expect(await list()).toEqual([{ _id: made._id, name, createdAt: made.createdAt }])
  const { rows } = await sql<{ stored: string }>`
    select to_jsonb(api_tokens)::text as stored from api_tokens where id = ${made._id}`.execute(db)
  expect(rows[0]?.stored).toContain(hashToken(token))
  expect(rows[0]?.stored).not.toContain(token)
  await worksFor(token)
  expect((await list())[0]?.usedAt).toEqual(expect.any(String))
  const texts = (await as(seller).call(listNotifications, {})).body.map(({ text }) => text)
  expect(texts[0]).toContain('An API token was created')
  const { apiTokens } = (await as(seller).call(exportAccount, {})).body
  expect(apiTokens.map((one) => one.name)).toEqual([name])
})

test('a name has 1 to 60 characters', async () => {
  const seller = await makeAccount('seller')
  const statusFor = async (name: string) => (await as(seller).call(createApiToken, { name })).status
  for (const name of ['', ' ', 'a'.repeat(61)]) expect(await statusFor(name)).toBe(400)
  for (const name of ['क', 'a'.repeat(60)]) expect(await statusFor(name)).toBe(201)
})

test('revoking, a new password, a block and leaving end tokens; a logout elsewhere doesn’t', async () => {
  const seller = await makeMember('seller')
  const [first, second] = [await create(seller), await create(seller)]
  await as(seller).call(logOutOtherSessions, {})
  expect(await worksFor(first.token)).toBe(200)
  expect((await as(seller).call(revokeApiToken, { id: first._id })).status).toBe(200)
  expect([await worksFor(first.token), await worksFor(second.token)]).toEqual([401, 200])
  expect((await as(seller).call(revokeApiToken, { id: first._id })).error.code).toBe(
    'token_not_found',
  )
  await as(seller).call(changeSellerPassword, { password, newPassword })
  expect(await worksFor(second.token)).toBe(401)

  const blocked = await makeAccount('seller')
  const third = await create(blocked)
  const admin = await makeAccount('admin')
  const reason = 'Sells copies that don’t exist.'
  for (const status of ['blocked', 'active'] as const)
    await as(admin).call(toggleSeller, { id: blocked.id, status, reason })
  expect(await worksFor(third.token)).toBe(401)

  const leaving = await makeAccount('seller')
  const fourth = await create(leaving)
  expect((await as(leaving).call(deleteSellerAccount, {})).status).toBe(200)
  expect(await worksFor(fourth.token)).toBe(401)
})

test(`of many tokens created at once, ${maxApiTokens} are`, async () => {
  const seller = await makeAccount('seller')
  const tries = Array.from({ length: maxApiTokens + 5 }, (_, n) =>
    as(seller).call(createApiToken, { name: `Till ${n}` }),
  )
  const codes = (await Promise.all(tries)).map(({ status, error }) =>
    status === 201 ? 'created' : error.code,
  )
  expect(codes.filter((code) => code === 'created')).toHaveLength(maxApiTokens)
  expect(codes.filter((code) => code === 'too_many_tokens')).toHaveLength(5)
  expect((await as(seller).call(listApiTokens, {})).body.can).toEqual([])
})

test('an old login needs the password to create a token', async () => {
  const { db, now } = (await testApp()).context
  const seller = await makeMember('seller')
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(now().getTime() - 11 * 60_000) })
    .where('token_hash', '=', hashToken(seller.token))
    .execute()
  const refused = await as(seller).call(createApiToken, { name: 'Stock' })
  expect([refused.status, refused.error.code]).toEqual([403, 'password_needed'])
  const wrong = await as(seller).call(createApiToken, { name: 'Stock', password: 'a guess' })
  expect(wrong.error.code).toBe('wrong_password')
  const created = await as(seller).call(createApiToken, { name: 'Stock', password })
  expect(created.status).toBe(201)
})

test('the requests of a token are limited per minute, from any address', async () => {
  const { app, context } = await otherApp()
  stopClock()
  const seller = await makeAccount('seller')
  const { token } = (await as(seller).call(createApiToken, { name: 'Stock' }, { app })).body
  for (let n = 0; n < usesPerMinute.tokens; n++) context.limits.countToken(hashToken(token))
  const { status, error } = await as({ token }).call(listOwnBooks, {}, { app })
  expect([status, error.code]).toEqual([429, 'too_many_requests'])
  expect((await as(seller).call(listOwnBooks, {}, { app })).status).toBe(200)
})
