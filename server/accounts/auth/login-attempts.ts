// Limits logins, password confirmations and uses of codes, to slow down guessing.
import type { Transaction } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import { checkPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { loginDelay, quotas } from '#server/accounts/limits.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  checkQuota,
  deleteUses,
  findUses,
  insertUses,
  lockUses,
  type QuotaUse,
} from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { enforceLoginDelay } from './rules.ts'

export type AttemptContext = Pick<AppContext, 'db' | 'config' | 'log' | 'now'>
type Attempt = {
  accountId: string | undefined
  role: Role
  email: string
  /** The helper whose login it is. An email can be a helper's and a buyer's, with other passwords. */
  helperId?: string | undefined
  ip: string
}

type Login = Pick<Attempt, 'role' | 'email' | 'helperId'>

type CountedAttempt = {
  /**
   * A correct password deletes the attempts that are counted under the first key, the narrowest.
   */
  uses: [QuotaUse, ...QuotaUse[]]
  /**
   * The key that counts an email's attempts from all addresses. Each of them delays the next
   * attempt.
   */
  delayKey?: string
}

/**
 * A person can log in to either of their accounts on both login forms, so all attempts for an email
 * are counted together.
 */
const loginKey = ({ role, email, helperId }: Login): string =>
  helperId === undefined
    ? `login ${role === 'admin' ? 'admin' : 'person'} ${email.toLowerCase()}`
    : `login helper ${helperId}`

function toCountedAttempt(attempt: Attempt): CountedAttempt {
  const { ip } = attempt
  const key = loginKey(attempt)
  return {
    uses: [
      { key: `${key} from ${ip}`, quota: quotas.account },
      { key: `login from ${ip}`, quota: quotas.address },
    ],
    delayKey: key,
  }
}

type LogFields = { role?: Role; account?: string | undefined; address: string }

export async function enforceLimits(
  { db, config, log }: AttemptContext,
  logFields: LogFields,
  enforce: (db: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  if (!config.rateLimit) return
  try {
    await transact(db, enforce)
  } catch (error) {
    if (error instanceof AppError)
      logSecurity(log, 'limit_reached', { ...logFields, limit: error.code })
    throw error
  }
}

/**
 * Counts an attempt as failed before checking it, so that concurrent attempts can't bypass the
 * limits. Rejected attempts don't count, so repeating them makes nobody wait longer. Throws
 * too_many_attempts.
 */
export const countAttempt = (
  context: AttemptContext,
  { uses, delayKey }: CountedAttempt,
  logFields: LogFields,
): Promise<void> =>
  enforceLimits(context, logFields, async (db) => {
    const now = context.now()
    const keys = [...uses.map(({ key }) => key), ...(delayKey === undefined ? [] : [delayKey])]
    await lockUses(db, keys)
    for (const use of uses) await checkQuota(db, use, now)
    if (delayKey !== undefined)
      enforceLoginDelay(await findUses(db, [delayKey], loginDelay, now), now)
    // All uses expire together, because deleting one use of an attempt deletes the others by their
    // id.
    const seconds = Math.max(...uses.map(({ quota }) => quota.seconds), loginDelay.seconds)
    const id = newId()
    await insertUses(
      db,
      keys.map((key) => ({ id, key, seconds })),
      now,
    )
  })

/**
 * Returns whether a password is right. Throws too_many_attempts, without checking the password, if
 * a limit is reached.
 */
export async function checkPasswordAttempt(
  context: AttemptContext,
  attempt: Attempt,
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const counted = toCountedAttempt(attempt)
  const logFields = { role: attempt.role, account: attempt.accountId, address: attempt.ip }
  await countAttempt(context, counted, logFields)
  const isRight = await checkPassword(passwordHash, password)
  if (!isRight) logSecurity(context.log, 'wrong_password', logFields)
  // The password is right, so the earlier failures were probably typing errors.
  else if (context.config.rateLimit)
    await transact(context.db, (db) => deleteUses(db, [counted.uses[0].key]))
  return isRight
}

export const deleteFailures = (db: Db, login: Login): Promise<void> =>
  deleteUses(db, [loginKey(login)])
