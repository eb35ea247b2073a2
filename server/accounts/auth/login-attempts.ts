// Counts attempts to log in, to confirm a password and to use a reset link, so that guessing is
// slow.
import { sql } from 'kysely'
import { type Role, sides } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { loginDelay, maxFailuresRead, quotas } from '#server/accounts/policy.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { enforceQuota, type Quota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { isKnownDevice } from './known-devices.ts'
import { checkPassword } from './passwords.ts'
import { enforceLoginDelay } from './rules.ts'

export type AttemptContext = Pick<AppContext, 'db' | 'config' | 'log' | 'now'>
export type Attempt = {
  id: string
  personId: string | undefined
  role: Role
  email: string
  ip: string
  device: string | undefined
}

type CountedAttempt = {
  id: string
  kind: 'password' | 'device' | 'token'
  account: string
  address: string
  /** The keys of all accounts that the same password may open, including `account`. */
  linkedAccounts: string[]
}
type Failure = { account: string; address: string; failed_at: Date }

const accountKey = (role: Role, email: string) => `${role} ${email.toLowerCase()}`

const linkedAccountKeys = ({ role, email }: Pick<Attempt, 'role' | 'email'>): string[] =>
  (role === 'admin' ? [role] : sides).map((side) => accountKey(side, email))

/** Attempts from a known browser are counted apart from those of the account and of the address. */
async function toCountedAttempt(
  { db, config, now }: AttemptContext,
  attempt: Attempt,
): Promise<CountedAttempt> {
  const { id, role, email, ip, device } = attempt
  if (
    config.rateLimit &&
    device !== undefined &&
    (await isKnownDevice(db, attempt, device, now()))
  ) {
    const key = `device ${device}`
    return { id, kind: 'device', account: key, address: key, linkedAccounts: [key] }
  }
  const linkedAccounts = linkedAccountKeys(attempt)
  return { id, kind: 'password', account: accountKey(role, email), address: ip, linkedAccounts }
}

async function insertFailure(
  db: Db,
  { id, account, address }: CountedAttempt,
  now: Date,
): Promise<void> {
  await db.insertInto('login_failures').values({ id, account, address, failed_at: now }).execute()
}

function findFailures(
  db: Db,
  { address, linkedAccounts }: CountedAttempt,
  now: Date,
): Promise<Failure[]> {
  return db
    .selectFrom('login_failures')
    .select(['account', 'address', 'failed_at'])
    .where((where) =>
      where.or([where('address', '=', address), where('account', 'in', linkedAccounts)]),
    )
    .where('failed_at', '>', quotaWindowStart(quotas.address, now))
    .orderBy('failed_at', 'desc')
    .limit(maxFailuresRead)
    .execute()
}

function enforceAttemptLimits(
  { kind, account, address, linkedAccounts }: CountedAttempt,
  failures: Failure[],
  now: Date,
): void {
  const timesWithin = (seconds: number, rows: Failure[]) =>
    rows
      .map((row) => row.failed_at)
      .filter((failedAt) => failedAt.getTime() > now.getTime() - seconds * 1000)
  const enforce = (quota: Quota, rows: Failure[]) =>
    enforceQuota(quota, timesWithin(quota.seconds, rows), now)
  const atAddress = failures.filter((row) => row.address === address)
  enforce(kind === 'device' ? quotas.device : quotas.address, atAddress)
  if (kind !== 'password') return
  enforce(
    quotas.account,
    atAddress.filter((row) => row.account === account),
  )
  const fromAnywhere = failures.filter((row) => linkedAccounts.includes(row.account))
  enforceLoginDelay(timesWithin(loginDelay.seconds, fromAnywhere), now)
}

/** Attempts at one account, or from one address, wait for each other until the transaction ends. */
async function lockAttempts(db: Db, { address, linkedAccounts }: CountedAttempt): Promise<void> {
  for (const key of [address, ...linkedAccounts].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`attempts ${key}`}, 0))`.execute(db)
}

/** Deletes attempts, sign-ups and reset requests that no quota counts any more. */
export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', quotaWindowStart(quotas.address, now))
    .execute()
  await db
    .deleteFrom('signups')
    .where('signed_up_at', '<', quotaWindowStart(quotas.signups, now))
    .execute()
  await db
    .deleteFrom('reset_requests')
    .where('requested_at', '<', quotaWindowStart(quotas.resets, now))
    .execute()
}

type LogFields = { role?: Role; person?: string | undefined; address: string }

/**
 * Saves an attempt as failed before it is checked, so that many at once can't get past the limits.
 * A rejected attempt isn't counted: repeating it makes nobody wait longer. Throws
 * too_many_attempts.
 */
async function countAttempt(
  { db, config, log, now }: AttemptContext,
  attempt: CountedAttempt,
  logFields: LogFields,
): Promise<void> {
  if (!config.rateLimit) return
  try {
    await transact(db, async (db) => {
      await lockAttempts(db, attempt)
      enforceAttemptLimits(attempt, await findFailures(db, attempt, now()), now())
      await insertFailure(db, attempt, now())
    })
  } catch (error) {
    if (error instanceof AppError)
      logSecurity(log, 'limit_reached', { ...logFields, limit: error.code })
    throw error
  }
}

/** Whether the password is right. Throws too_many_attempts before it is checked. */
export async function checkPasswordAttempt(
  context: AttemptContext,
  attempt: Attempt,
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const counted = await toCountedAttempt(context, attempt)
  const logFields = { role: attempt.role, person: attempt.personId, address: attempt.ip }
  await countAttempt(context, counted, logFields)
  const isRight = await checkPassword(passwordHash, password)
  if (!isRight) logSecurity(context.log, 'wrong_password', logFields)
  // Earlier failures were typing errors of somebody who knows the password.
  else
    await context.db
      .deleteFrom('login_failures')
      .where('account', '=', counted.account)
      .where('address', '=', counted.address)
      .execute()
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
  const key = `link ${ip}`
  await countAttempt(
    context,
    { id: newId(), kind: 'token', account: key, address: key, linkedAccounts: [key] },
    { address: ip },
  )
  return undefined
}

/**
 * Deletes the failures of an email's accounts, which were guesses at a password that is replaced.
 */
export async function deleteFailures(
  db: Db,
  account: Pick<Attempt, 'role' | 'email'>,
): Promise<void> {
  await db.deleteFrom('login_failures').where('account', 'in', linkedAccountKeys(account)).execute()
}
