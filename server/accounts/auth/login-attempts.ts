// Counts attempts to log in, to confirm a password and to use a reset link, so that guessing is
// slow.
import type { Transaction } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import type { Tables } from '#db/tables.ts'
import { checkPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { loginDelay, quotas } from '#server/accounts/policy.ts'
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
  ip: string
}

type CountedAttempt = {
  /** The first is the narrowest: a right password takes back all attempts that count under it. */
  uses: [QuotaUse, ...QuotaUse[]]
  /** Counts attempts from all addresses, each of which delays the next one. */
  delayKey?: string
}

/** Either login form opens either account of an email, so both share one count. */
const emailKey = ({ role, email }: Pick<Attempt, 'role' | 'email'>): string =>
  `login ${role === 'admin' ? 'admin' : 'person'} ${email.toLowerCase()}`

function toCountedAttempt(attempt: Attempt): CountedAttempt {
  const { ip } = attempt
  const key = emailKey(attempt)
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
 * Counts an attempt as failed before it is checked, so that many at once can't get past the limits.
 * A rejected attempt isn't counted: repeating it makes nobody wait longer. Throws
 * too_many_attempts.
 */
const countAttempt = (
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
    // All are kept equally long, because the narrowest finds the others when they are taken back.
    const seconds = Math.max(...uses.map(({ quota }) => quota.seconds), loginDelay.seconds)
    const id = newId()
    await insertUses(
      db,
      keys.map((key) => ({ id, key, seconds })),
      now,
    )
  })

/** Whether the password is right. Throws too_many_attempts before it is checked. */
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
  // Earlier failures were typing errors of somebody who knows the password.
  else if (context.config.rateLimit)
    await transact(context.db, (db) => deleteUses(db, [counted.uses[0].key]))
  return isRight
}

/**
 * Finds what a link's token opens; wrong tokens are counted by address. They are counted apart from
 * passwords, so that they keep no neighbour from logging in. Throws too_many_attempts.
 */
export async function findWithAttemptLimit<T>(
  context: AttemptContext,
  ip: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find()
  if (found !== undefined) return found
  const uses: CountedAttempt['uses'] = [{ key: `reset link ${ip}`, quota: quotas.address }]
  await countAttempt(context, { uses }, { address: ip })
  return undefined
}

/**
 * Deletes the failures of an email's accounts, which were guesses at a password that is replaced.
 */
export const deleteFailures = (db: Db, account: Pick<Attempt, 'role' | 'email'>): Promise<void> =>
  deleteUses(db, [emailKey(account)])
