import { type Role, type Side, sides } from '#contract/common/endpoint.ts'
import type { Db } from '#server/platform/database/database.ts'

const credentialsOf = (db: Db, email: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'person_id', 'name', 'role', 'status', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)

export const findCredentials = (db: Db, email: string, role: Role) =>
  credentialsOf(db, email).where('role', '=', role).executeTakeFirst()

/**
 * Returns the account with this email on the given side (buyer or seller), or else the one on the
 * other side. Uses a single query, so that unknown emails take as long as known ones.
 */
export const findSideCredentials = (db: Db, email: string, side: Side) =>
  credentialsOf(db, email)
    .where('role', 'in', sides)
    .orderBy((account) => account('role', '=', side), 'desc')
    .limit(1)
    .$narrowType<{ role: Side }>()
    .executeTakeFirst()
