import type { Kysely } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import { isCommonPassword } from '#server/accounts/auth/passwords/common-passwords.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { findCredentials } from './credentials.ts'

/**
 * Creates the admin unless one with that email exists. Throws a StartupError for a common password
 * in production.
 */
export async function ensureAdmin(
  db: Kysely<Tables>,
  admin: { email: string; password: string } | undefined,
  isProduction = false,
): Promise<void> {
  if (!admin || (await findCredentials(db, admin.email, 'admin'))) return
  if (isProduction && isCommonPassword(admin.password))
    throw new StartupError('ADMIN_PASSWORD: everybody tries this one first. Choose another one.')
  try {
    await insertAccount(db, {
      id: newId(),
      person_id: newId(),
      role: 'admin',
      name: 'Admin',
      email: admin.email,
      password_hash: await hashPassword(admin.password),
    })
  } catch (error) {
    // Another process that started at the same time created the admin.
    if (!(error instanceof AppError)) throw error
  }
}
