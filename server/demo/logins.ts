// The demo logins in production: found before the server opens, and closed by `npm run demo:remove`.
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { endSessions } from '#server/accounts/auth/access.ts'
import { deleteAdmin } from '#server/accounts/auth/admins.ts'
import { checkPassword, hashPassword } from '#server/accounts/auth/passwords.ts'
import { lockPerson, updatePerson } from '#server/accounts/store.ts'
import { removeBooksOf } from '#server/books/store.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { knownLogins, sellerEmails } from './people.ts'

const knownEmails = knownLogins.map(({ email }) => email)
const adminEmails = knownLogins.filter(({ role }) => role === 'admin').map(({ email }) => email)
/** A lower-cased email, to be looked for in a list. */
const email = sql<string>`lower(people.email)`
/** Made by the fill, which marks its people; those of a fill from before there was a mark are known by these emails. */
const isDemo = (emails: readonly string[]) =>
  sql<boolean>`(people.is_demo or ${email} in (${sql.join(emails)}))`

type OpenLogin = { id: string; role: string; email: string; isKnown: boolean }

/**
 * The live accounts that open by a password out of the source code, of either side, since both may share a password; and the
 * demo's admins by whatever password: while it was known, anybody could change it.
 */
async function findOpenLogins(db: Db): Promise<OpenLogin[]> {
  const accounts = await db
    .selectFrom('people')
    .select(['id', 'role', 'status', 'email', 'password_hash'])
    .where((where) =>
      where.or([
        where(email, 'in', knownEmails),
        where.and([isDemo(adminEmails), where('role', '=', 'admin')]),
      ]),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const open: OpenLogin[] = []
  for (const { id, role, status, email, password_hash } of accounts) {
    const passwords = knownLogins
      .filter((login) => login.email === email?.toLowerCase())
      .map(({ password }) => password)
    let isKnown = false
    for (const password of passwords) isKnown ||= await checkPassword(password_hash, password)
    if (isKnown || (role === 'admin' && status === 'active'))
      open.push({ id, role, email: email ?? '', isKnown })
  }
  return open
}

const emailsOf = (logins: OpenLogin[]) => [...new Set(logins.map(({ email }) => email))].join(', ')

/** A StartFault while anybody who has read the source code can log in, or could have taken the demo's admin for their own. */
export async function refuseDemoLogins(db: Db): Promise<void> {
  const open = await findOpenLogins(db)
  if (open.length === 0) return
  const known = open.filter(({ isKnown }) => isKnown)
  const what =
    known.length > 0
      ? `The demo logins still work here, with passwords that everybody can read: ${emailsOf(known)}. Close them`
      : `The demo admin still works here, with a password that anybody may have given it: ${emailsOf(open)}. Remove it`
  throw new StartupError(
    `${what} by \`npm run demo:remove\`, with the same DATA_DIR or DATABASE_URL, and start again.`,
  )
}

/**
 * Closes the demo logins and takes the books of the demo sellers off the market, because nobody would answer for them.
 * The admin is removed; the others stay with a password that nobody knows, and so do their orders, chats and reviews,
 * which real people may have a part in. Gives the emails of the closed logins and the number of books taken off.
 */
export async function removeDemo(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ closed: string[]; books: number }> {
  const open = await findOpenLogins(db)
  const nobodys = await hashPassword(randomBytes(24).toString('hex'))
  return transact(db, async (db) => {
    for (const { id, role } of open) {
      await lockPerson(db, id)
      await endSessions(db, [id])
      if (role === 'admin') await deleteAdmin(db, id, now)
      else await updatePerson(db, id, { password_hash: nobodys })
    }
    const closedSellers = open.filter(({ role }) => role === 'seller').map(({ id }) => id)
    const sellers = await db
      .selectFrom('people')
      .select('id')
      .where('role', '=', 'seller')
      .where('deleted_at', 'is', null)
      .where((where) =>
        where.or([
          // A demo seller that somebody logs in as by a password of their own is theirs.
          where.and([isDemo(sellerEmails), where(email, 'not in', knownEmails)]),
          ...(closedSellers.length > 0 ? [where('id', 'in', closedSellers)] : []),
        ]),
      )
      .orderBy('id')
      .execute()
    let books = 0
    for (const { id } of sellers) books += await removeBooksOf(db, id, now)
    return { closed: open.map(({ email }) => email), books }
  })
}
