import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { deleteSecondFactor } from '#server/accounts/second-factor/store.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { endSessions } from './end-sessions.ts'

export function listAdmins(db: Db) {
  return db
    .selectFrom('accounts')
    .leftJoin('sessions', 'sessions.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.email',
      'accounts.created_at',
      sql<Date | null>`max(sessions.used_at)`.as('last_session'),
    ])
    .where('accounts.role', '=', 'admin')
    .where('accounts.deleted_at', 'is', null)
    .groupBy('accounts.id')
    .orderBy('accounts.created_at')
    .orderBy('accounts.id')
    .execute()
}

/** Marks an admin's account as deleted. Name and email stay, because the audit log shows them. */
export const deleteAdmin = (db: Db, id: string, now: Date): Promise<void> =>
  updateAccount(db, id, { password_hash: null, deleted_at: now })

/** Removes an admin and ends their sessions. The last admin is removed only with `evenLast`. */
export function removeAdmin(
  db: Kysely<Tables>,
  email: string,
  { evenLast, now }: { evenLast: boolean; now: Date },
): Promise<'removed' | 'unknown' | 'last'> {
  return transact(db, async (db) => {
    // Locks all admins, so that two who remove each other concurrently can't both succeed.
    const admins = await db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const found = admins.find((admin) => admin.email?.toLowerCase() === email.toLowerCase())
    if (!found) return 'unknown'
    if (admins.length === 1 && !evenLast) return 'last'
    await endSessions(db, [found.id])
    await deleteSecondFactor(db, found.id)
    await deleteAdmin(db, found.id, now)
    return 'removed'
  })
}
