import { expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts/auth.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { createResetLink, listPasswordRequests } from '#contract/admin/password-requests.ts'
import { saveResetRequest } from '#server/accounts/auth/passwords/reset-links.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, followPages, makeAccount, type TestAccount, testApp } from '#server/testing.ts'

const newPassword = 'a-better-monsoon-25'
const tokenOf = (link: string) => link.split('#')[1] ?? ''

async function requestReset(account: TestAccount, now = new Date()) {
  const { context } = await testApp()
  await saveResetRequest(context.db, { accountId: account.id, now })
}

const requestOf = async (admin: TestAccount, account: TestAccount) =>
  (await as(admin).call(listPasswordRequests, {})).body.find(({ email }) => email === account.email)

test('a request is listed until the person has a new password', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller')
  expect(await requestOf(admin, seller)).toBeUndefined()
  const requestedAt = new Date()
  await requestReset(seller, requestedAt)
  const request = await requestOf(admin, seller)
  const fields = {
    name: seller.name,
    email: seller.email,
    role: 'seller',
    requestedAt: requestedAt.toISOString(),
  }
  expect(request).toEqual({ _id: request?._id, ...fields })

  const id = request?._id ?? ''
  const { status, body } = await as(admin).call(createResetLink, { id })
  expect(status).toBe(200)
  expect(body.link).toMatch(/^\/reset-password#[\w-]{43}$/)
  expect(new Date(body.expiresAt).getTime() - Date.now()).toBeGreaterThan(590_000)
  expect(new Date(body.expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(600_000)
  expect(await requestOf(admin, seller)).toEqual({ _id: id, ...fields, linkUntil: body.expiresAt })

  // A second link replaces the first.
  const second = (await as(admin).call(createResetLink, { id })).body
  expect(
    (await as().call(resetPassword, { token: tokenOf(body.link), newPassword })).error.code,
  ).toBe('reset_link_dead')
  expect(
    (await as().call(resetPassword, { token: tokenOf(second.link), newPassword })).body.role,
  ).toBe('seller')
  expect(await requestOf(admin, seller)).toBeUndefined()
  const rejected = await as(admin).call(createResetLink, { id })
  expect([rejected.status, rejected.error.message]).toEqual([
    404,
    'This request is no longer open.',
  ])
})

test('every link is written to the audit log, without its token', async () => {
  const admin = await makeAccount('admin')
  const buyer = await makeAccount('buyer')
  await requestReset(buyer)
  const { body } = await as(admin).call(createResetLink, {
    id: (await requestOf(admin, buyer))?._id ?? '',
  })
  const entries = (await as(admin).call(listAuditLog, {})).body.filter(
    ({ target }) => target._id === buyer.id,
  )
  expect(entries).toMatchObject([
    {
      what: 'issue-link',
      admin: { _id: admin.id, name: admin.name },
      target: { kind: 'buyer', name: buyer.name },
    },
  ])
  expect(JSON.stringify(entries)).not.toContain(tokenOf(body.link))
})

test('a block ends a request', async () => {
  const admin = await makeAccount('admin')
  const buyer = await makeAccount('buyer')
  await requestReset(buyer)
  const id = (await requestOf(admin, buyer))?._id ?? ''
  await as(admin).call(toggleBuyer, { id: buyer.id, status: 'blocked' })
  expect(await requestOf(admin, buyer)).toBeUndefined()
  expect((await as(admin).call(createResetLink, { id })).error.code).toBe('request_not_found')
  await as(admin).call(toggleBuyer, { id: buyer.id, status: 'active' })
  expect(await requestOf(admin, buyer)).toBeUndefined()
})

test('the list has pages, the latest request first; a repeated request moves to the top', async () => {
  const admin = await makeAccount('admin')
  const start = Date.now() + 3_600_000
  const accounts = await Promise.all(Array.from({ length: 5 }, () => makeAccount('buyer')))
  // Each two requests have the same time, and are sorted by id.
  for (const [index, account] of accounts.entries())
    await requestReset(account, new Date(start + Math.floor(index / 2) * 1000))
  await requestReset(accounts[0] as TestAccount, new Date(start + 60_000))
  const emails = (
    await followPages<{ email: string }>('/admin/password-requests?limit=2', admin)
  ).map(({ email }) => email)
  const testEmails = emails.filter((email) => accounts.some((account) => account.email === email))
  expect(testEmails).toHaveLength(5)
  expect(testEmails.slice(0, 2)).toEqual([accounts[0]?.email, accounts[4]?.email])
  expect(testEmails.at(-1)).toBe(accounts[1]?.email)
  expect((await as(admin).call(listPasswordRequests, { cursor: 'x' })).status).toBe(400)
})

test('an unknown request gets no link', async () => {
  const id = newId()
  const admin = await makeAccount('admin')
  expect((await as(admin).call(createResetLink, { id })).error.code).toBe('request_not_found')
  expect((await as(admin).call(createResetLink, { id: 'x' })).status).toBe(400)
})
