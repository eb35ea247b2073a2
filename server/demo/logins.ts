// The demo logins in production: found before the server opens, and closed by `npm run demo:remove`.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { deleteAdmin } from '#server/auth/admins.ts'
import { checkPassword, hashPassword } from '#server/auth/passwords.ts'
import { endSessions } from '#server/auth/store.ts'
import { removeBooksOf } from '#server/books/store.ts'
import { lockPerson, updatePerson } from '#server/people/store.ts'
import { StartFault } from '#server/platform/config.ts'
import { type Db, transact } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'
import { knownLogins, sellerEmails } from './people.ts'

/** The live accounts that open by a password out of the source code; of either side, since both may share a password. */
async function findOpenLogins(db: Db) {
  const accounts = await db
    .selectFrom('people')
    .select(['id', 'role', 'email', 'password_hash'])
    .where((where) =>
      where(
        where.fn<string>('lower', ['email']),
        'in',
        knownLogins.map(({ email }) => email),
      ),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const open: { id: string; role: string; email: string }[] = []
  for (const { id, role, email, password_hash } of accounts) {
    const passwords = knownLogins.filter((login) => login.email === email?.toLowerCase()).map(({ password }) => password)
    for (const password of passwords) if (await checkPassword(password_hash, password)) open.push({ id, role, email: email ?? '' })
  }
  return open
}

/** A StartFault while anybody who has read the source code can log in. */
export async function refuseDemoLogins(db: Db): Promise<void> {
  const emails = new Set((await findOpenLogins(db)).map(({ email }) => email))
  if (emails.size === 0) return
  throw new StartFault(
    `The demo logins still work here, with passwords that everybody can read: ${[...emails].join(', ')}. Close them by \`npm run demo:remove\`, with the same DATA_DIR or DATABASE_URL, and start again.`,
  )
}

/**
 * Closes the demo logins and takes the books of the demo sellers off the market, because nobody would answer for them.
 * The admin is removed; the others stay with a password that nobody knows, and so do their orders, chats and reviews,
 * which real people may have a part in. Gives the emails of the closed logins and the number of books taken off.
 */
export async function removeDemo(db: Kysely<Tables>, now: Date): Promise<{ closed: string[]; books: number }> {
  const open = await findOpenLogins(db)
  const nobodys = await hashPassword(randomBytes(24).toString('hex'))
  return transact(db, async (db) => {
    for (const { id, role } of open) {
      await lockPerson(db, id)
      await endSessions(db, [id], {})
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
          where(where.fn<string>('lower', ['email']), 'in', [...sellerEmails]),
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
