// The database rejects changes of the audit log, PGlite as well as PostgreSQL. `verify` reports if
// the protection is missing.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteBuyerAccount } from '#contract/accounts/accounts.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { removeAdmin } from '#server/accounts/auth/admins.ts'
import { as, makeAccount, testApp } from '#server/testing.ts'
import { secondSession } from '#server/testing-live.ts'

async function makeEntry() {
  const { context } = await testApp()
  const [admin, target] = [await makeAccount('admin'), await makeAccount('buyer')]
  await as(admin).call(toggleBuyer, { id: target.id, status: 'blocked' })
  const entries = () =>
    context.db.selectFrom('audit_log').selectAll().where('admin_id', '=', admin.id).execute()
  return { db: context.db, admin, target, entries }
}

test('an entry can be added, and neither changed nor removed by any statement', async () => {
  const { db, entries } = await makeEntry()
  const before = await entries()
  expect(before).toHaveLength(1)
  const attempts = [
    sql`update audit_log set reason = 'another'`,
    sql`update audit_log set reason = 'another' where id = ${before[0]?.id}`,
    sql`delete from audit_log where id = ${before[0]?.id}`,
    sql`with gone as (delete from audit_log returning id) select count(*) from gone`,
    sql`insert into audit_log select * from audit_log on conflict (id) do update set reason = 'another'`,
    sql`truncate audit_log`,
    sql`truncate accounts cascade`,
  ]
  for (const attempt of attempts)
    await expect(attempt.execute(db)).rejects.toThrow('the audit log can only be added to')
  expect(await entries()).toEqual(before)
})

test('people of the log can leave, and its entries stay', async () => {
  const { db, admin, target, entries } = await makeEntry()
  await as(admin).call(toggleBuyer, { id: target.id, status: 'active' })
  const before = await entries()
  const deleted = await as(await secondSession(target)).call(deleteBuyerAccount, {})
  expect([before.length, deleted.status]).toEqual([2, 200])
  const done = await removeAdmin(db, admin.email, { evenLast: true, now: new Date() })
  expect(done).toBe('removed')
  expect(await entries()).toEqual(before)
})
