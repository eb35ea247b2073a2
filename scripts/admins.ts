// Lists the admins (`npm run admins`), removes one (`-- remove EMAIL [--even-last]`), or removes a
// lost second factor (`-- remove-second-factor EMAIL`).
import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { listAdmins, removeAdmin } from '#server/accounts/auth/admins.ts'
import { removeFactorByCommand } from '#server/admin/actions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { onDatabase } from './database.ts'

const day = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never'

async function list(db: Db): Promise<void> {
  const admins = await listAdmins(db)
  if (admins.length === 0)
    console.log(
      'There is no admin. Start the server with ADMIN_EMAIL and ADMIN_PASSWORD to make one.',
    )
  for (const { name, email, created_at, last_session } of admins)
    console.log(
      `${email}  ${name}  created ${day(created_at)}  last session ${day(last_session)} UTC`,
    )
}

async function remove(db: Kysely<Tables>, email: string, evenLast: boolean): Promise<void> {
  const done = await removeAdmin(db, email, { evenLast, now: new Date() })
  if (done === 'unknown') throw new StartupError(`No admin has the email ${email}.`)
  if (done === 'last')
    throw new StartupError(`${email} is the last admin. Add --even-last to remove it all the same.`)
  console.log(`${new Date().toISOString()} removed the admin ${email} and ended their sessions.`)
  if (process.env.ADMIN_EMAIL?.toLowerCase() === email.toLowerCase())
    console.log(
      'ADMIN_EMAIL still names them: the next start would make the account anew. Take it out of the environment.',
    )
}

async function removeFactor(db: Kysely<Tables>, email: string): Promise<void> {
  const done = await removeFactorByCommand(db, email, new Date())
  if (done === 'unknown') throw new StartupError(`No admin has the email ${email}.`)
  if (done === 'none') throw new StartupError(`${email} has no second factor.`)
  console.log(
    `${new Date().toISOString()} removed the second factor of ${email} and ended their sessions.`,
  )
}

const [what, email, flag, ...more] = process.argv.slice(2)
if (what === undefined) await onDatabase(list)
else if (
  what === 'remove' &&
  email !== undefined &&
  [undefined, '--even-last'].includes(flag) &&
  more.length === 0
)
  await onDatabase((db) => remove(db, email, flag !== undefined))
else if (what === 'remove-second-factor' && email !== undefined && flag === undefined)
  await onDatabase((db) => removeFactor(db, email))
else {
  console.error(
    'Usage: npm run admins, npm run admins -- remove EMAIL [--even-last], or npm run admins -- remove-second-factor EMAIL',
  )
  process.exitCode = 1
}
