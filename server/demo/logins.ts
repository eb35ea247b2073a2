// The demo logins in production: the server doesn't start while one of them works, and `npm run
// demo:remove` closes them.
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { deleteApiTokensOf } from '#server/accounts/api-tokens/store.ts'
import { deleteAdmin } from '#server/accounts/auth/admins.ts'
import { endSessions } from '#server/accounts/auth/end-sessions.ts'
import { checkPassword, hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { deleteHelpersOf } from '#server/accounts/shop-helpers/store.ts'
import { lockAccount, updateAccount } from '#server/accounts/store.ts'
import { deleteBooksOf } from '#server/books/store.ts'
import { deleteComplaintsOfDemo } from '#server/moderation/complaints/store.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { deleteWantsOfDemo } from '#server/wishlist/wants/store.ts'
import { knownLogins } from './accounts.ts'

const knownEmails = knownLogins.map(({ email }) => email)
const email = sql<string>`lower(accounts.email)`

type OpenLogin = { id: string; role: string; email: string; isKnown: boolean }

/**
 * Finds accounts whose password is still the one in the source code, and active demo admins
 * whatever their password is, because somebody who knew the original could have changed it.
 */
async function findOpenLogins(db: Db): Promise<OpenLogin[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'role', 'status', 'email', 'password_hash'])
    .where((where) =>
      where.or([
        where(email, 'in', knownEmails),
        where.and([where('is_demo', '=', true), where('role', '=', 'admin')]),
      ]),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const open: OpenLogin[] = []
  for (const { id, role, status, email, password_hash } of accounts) {
    const known = knownLogins.find((login) => login.email === email?.toLowerCase())
    const isKnown = known !== undefined && (await checkPassword(password_hash, known.password))
    if (isKnown || (role === 'admin' && status === 'active'))
      open.push({ id, role, email: email ?? '', isKnown })
  }
  return open
}

const emailsOf = (logins: readonly OpenLogin[]) => [...new Set(logins.map(({ email }) => email))]

/** Throws a StartupError if a demo login still works. */
export async function refuseDemoLogins(db: Db): Promise<void> {
  const open = await findOpenLogins(db)
  if (open.length === 0) return
  const known = open.filter(({ isKnown }) => isKnown)
  const what =
    known.length > 0
      ? `The demo logins still work here, with passwords that everybody can read: ${emailsOf(known).join(', ')}. Close them`
      : `The demo admin still works here, with a password that anybody may have given it: ${emailsOf(open).join(', ')}. Remove it`
  throw new StartupError(
    `${what} by \`npm run demo:remove\`, with the same DATA_DIR or DATABASE_URL, and start again.`,
  )
}

/**
 * Closes the demo logins and removes the books of demo sellers, because nobody would answer.
 * Deletes the admin. The other accounts stay with an unusable password, because real people may
 * have orders and chats with them. Returns the closed emails and the number of removed books.
 */
export async function removeDemo(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ closed: string[]; books: number }> {
  const open = await findOpenLogins(db)
  const unusableHash = await hashPassword(randomBytes(24).toString('hex'))
  return transact(db, async (db) => {
    for (const { id, role } of open) {
      await lockAccount(db, id)
      await endSessions(db, [id])
      await deleteHelpersOf(db, id)
      await deleteApiTokensOf(db, [id])
      if (role === 'admin') await deleteAdmin(db, id, now)
      else await updateAccount(db, id, { password_hash: unusableHash })
    }
    const sellers = await db
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'seller')
      .where('deleted_at', 'is', null)
      // Skips demo sellers whose password was changed, because somebody now uses that account.
      .where((where) =>
        where.or([
          where.and([where('is_demo', '=', true), where(email, 'not in', knownEmails)]),
          sql<boolean>`id = any(${open.map(({ id }) => id)}::uuid[])`,
        ]),
      )
      .orderBy('id')
      .execute()
    let books = 0
    for (const { id } of sellers) books += await deleteBooksOf(db, id, now)
    await deleteWantsOfDemo(db)
    await deleteComplaintsOfDemo(db)
    return { closed: emailsOf(open), books }
  })
}
