import { sql } from 'kysely'
import { type Role, type Side, sides } from '#contract/common/endpoint.ts'
import type { Db } from '#server/platform/database/database.ts'

const credentialsOf = (db: Db, email: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role', 'status', 'password_hash'])
    .select(sql<string | null>`null::uuid`.as('helper_id'))
    .where((where) => where(where.fn('lower', ['accounts.email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)

export const findCredentials = (db: Db, email: string, role: Role) =>
  credentialsOf(db, email).where('role', '=', role).executeTakeFirst()

/** Selects the seller account of the helper who has this email, with the helper's own login. */
const helpersCredentials = (db: Db, email: string) =>
  db
    .selectFrom('helpers')
    .innerJoin('accounts', 'accounts.id', 'seller_id')
    .select(['accounts.id', 'helpers.name', 'helpers.email', 'role', 'status'])
    .select(['helpers.password_hash', 'helpers.id as helper_id'])
    .where((where) => where(where.fn('lower', ['helpers.email']), '=', email.toLowerCase()))

/**
 * Returns the account with this email on the given side (buyer or seller), or else the one on the
 * other side. Helpers log in to the seller account of their shop. Uses a single query, so that
 * unknown emails take as long as known ones.
 */
export const findSideCredentials = (db: Db, email: string, side: Side) =>
  db
    .selectFrom(
      credentialsOf(db, email)
        .where('role', 'in', sides)
        .unionAll(helpersCredentials(db, email))
        .as('login'),
    )
    .selectAll()
    .orderBy((login) => login('role', '=', side), 'desc')
    .limit(1)
    .$narrowType<{ role: Side }>()
    .executeTakeFirst()
