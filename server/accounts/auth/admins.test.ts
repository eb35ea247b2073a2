import { expect, test } from 'vitest'
import { readAdminStats } from '#contract/admin/admin.ts'
import { as, makeAccount, testApp } from '#server/testing.ts'
import { listAdmins, removeAdmin } from './admins.ts'

const now = new Date()

test('lists admins with their last session; removes the last only on request', async () => {
  const { context } = await testApp()
  const { db } = context
  const [first, second, third] = [
    await makeAccount('admin'),
    await makeAccount('admin'),
    await makeAccount('admin'),
  ]
  await makeAccount('buyer')
  await db.deleteFrom('sessions').where('account_id', '=', second.id).execute()
  const admins = await listAdmins(db)
  expect(admins.map(({ email }) => email)).toEqual([first.email, second.email, third.email])
  expect(admins.map(({ last_session }) => last_session instanceof Date)).toEqual([
    true,
    false,
    true,
  ])
  const statusOf = async (admin: { token: string }) =>
    (await as(admin).call(readAdminStats, {})).status
  expect(await statusOf(first)).toBe(200)
  expect(await removeAdmin(db, first.email.toUpperCase(), { evenLast: false, now })).toBe('removed')
  expect(await statusOf(first)).toBe(401)
  expect(await removeAdmin(db, first.email, { evenLast: false, now })).toBe('unknown')
  const results = await Promise.all(
    [second, third].map(({ email }) => removeAdmin(db, email, { evenLast: false, now })),
  )
  expect(results.sort()).toEqual(['last', 'removed'])
  const [last] = await listAdmins(db)
  expect(await removeAdmin(db, last?.email ?? '', { evenLast: true, now })).toBe('removed')
  expect(await listAdmins(db)).toEqual([])
})
