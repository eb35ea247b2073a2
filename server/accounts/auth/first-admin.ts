// The first admin of an installation, from ADMIN_EMAIL and ADMIN_PASSWORD.
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { findCredentials, insertPerson } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'

/**
 * Creates the admin unless one has that email; of two processes that start together, one creates it. A StartFault where it
 * would have a password in `production` that nobody may choose.
 */
export async function ensureAdmin(
  db: Kysely<Tables>,
  admin: { email: string; password: string } | undefined,
  production = false,
): Promise<void> {
  if (!admin || (await findCredentials(db, admin.email, 'admin'))) return
  if (production && isCommonPassword(admin.password))
    throw new StartupError('ADMIN_PASSWORD: everybody tries this one first. Choose another one.')
  try {
    await insertPerson(db, {
      id: newId(),
      human_id: newId(),
      role: 'admin',
      name: 'Admin',
      email: admin.email,
      password_hash: await hashPassword(admin.password),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
