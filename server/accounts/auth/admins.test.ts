import { expect, test } from 'vitest'
import { readAdminStats } from '#contract/admin.ts'
import { as, makePerson, testApp } from '#server/testing.ts'
import { listAdmins, removeAdmin } from './admins.ts'

const now = new Date()

test('admins are listed with their last session, and removed one by one; the last only when that is meant', async () => {
  const { parts } = await testApp()
  const { db } = parts
  const [one, two, three] = [
    await makePerson('admin'),
    await makePerson('admin'),
    await makePerson('admin'),
  ]
  await makePerson('buyer')
  await db.deleteFrom('sessions').where('person_id', '=', two.id).execute()
  const listed = await listAdmins(db)
  expect(listed.map(({ email }) => email)).toEqual([one.email, two.email, three.email])
  expect(listed.map(({ last_session }) => last_session instanceof Date)).toEqual([
    true,
    false,
    true,
  ])
  const may = async (admin: { token: string }) => (await as(admin).call(readAdminStats, {})).status
  expect(await may(one)).toBe(200)
  expect(await removeAdmin(db, one.email.toUpperCase(), { evenLast: false, now })).toBe('removed')
  expect(await may(one)).toBe(401)
  expect(await removeAdmin(db, one.email, { evenLast: false, now })).toBe('unknown')
  // Of two who remove each other, one stays.
  const both = await Promise.all(
    [two, three].map(({ email }) => removeAdmin(db, email, { evenLast: false, now })),
  )
  expect(both.sort()).toEqual(['last', 'removed'])
  const [left] = await listAdmins(db)
  expect(await removeAdmin(db, left?.email ?? '', { evenLast: true, now })).toBe('removed')
  expect(await listAdmins(db)).toEqual([])
})
