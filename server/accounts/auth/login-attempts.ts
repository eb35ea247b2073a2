// Attempts to log in, to prove an old password, and to get a new one: counted, so that guessing stays slow.

import { sql } from 'kysely'
import { type Role, sides } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { enforceQuota, type Quota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { isKnownDevice } from './known-devices.ts'
import { checkPassword } from './passwords.ts'
import { enforceLoginDelay, loginDelay, quotas } from './rules.ts'

export type GuardedAccount = Pick<AppContext, 'db' | 'config' | 'log' | 'now'>
/** What an attempt is counted under: the account it names, the network address it comes from, and the browser. */
export type Attempt = {
  id: string
  /** Undefined where there is no such account. */
  personId: string | undefined
  role: Role
  email: string
  ip: string
  /** The hash of the token in the browser's cookie. */
  device: string | undefined
}

/** An attempt as it is counted. */
type Counted = {
  id: string
  kind: 'password' | 'device' | 'token'
  account: string
  address: string
  /** All accounts that the same password may open, itself included. */
  alike: string[]
}
type Failure = { account: string; address: string; failed_at: Date }

/** The accounts of an email that one password may open. */
const accountsOf = ({ role, email }: Pick<Attempt, 'role' | 'email'>): string[] =>
  (role === 'admin' ? [role] : sides).map((side) => `${side} ${email.toLowerCase()}`)

const byAddress = ({ id, role, email, ip }: Attempt): Counted => ({
  id,
  kind: 'password',
  account: `${role} ${email.toLowerCase()}`,
  address: ip,
  alike: accountsOf({ role, email }),
})

/** Where the account knows the browser, its guesses count by themselves, whatever others do to the account or the address. */
async function countedOf({ db, config, now }: GuardedAccount, attempt: Attempt): Promise<Counted> {
  const { id, device } = attempt
  if (
    !config.rateLimit ||
    device === undefined ||
    !(await isKnownDevice(db, attempt, device, now()))
  )
    return byAddress(attempt)
  const account = `device ${device}`
  return { id, kind: 'device', account, address: account, alike: [account] }
}

/** Counts an attempt as failed before it is checked, so that many at once can't slip past the limits. */
async function insertFailure(db: Db, { id, account, address }: Counted, now: Date): Promise<void> {
  await db.insertInto('login_failures').values({ id, account, address, failed_at: now }).execute()
}

/** What failed within the last hour at these accounts and this address; the newest first. */
function findFailures(db: Db, { address, alike }: Counted, now: Date): Promise<Failure[]> {
  return db
    .selectFrom('login_failures')
    .select(['account', 'address', 'failed_at'])
    .where((where) => where.or([where('address', '=', address), where('account', 'in', alike)]))
    .where('failed_at', '>', quotaWindowStart(quotas.address, now))
    .orderBy('failed_at', 'desc')
    .limit(400)
    .execute()
}

/** Refuses an attempt after so many failures that one more would be too many. Throws too_many_attempts. */
function refuseGuess(
  { kind, account, address, alike }: Counted,
  failures: Failure[],
  now: Date,
): void {
  const timesOf = ({ seconds }: Pick<Quota, 'seconds'>, rows: Failure[]) =>
    rows.map((row) => row.failed_at).filter((at) => at.getTime() > now.getTime() - seconds * 1000)
  const refuse = (quota: Quota, rows: Failure[]) => enforceQuota(quota, timesOf(quota, rows), now)
  const here = failures.filter((row) => row.address === address)
  refuse(kind === 'device' ? quotas.device : quotas.address, here)
  if (kind !== 'password') return
  refuse(
    quotas.account,
    here.filter((row) => row.account === account),
  )
  const anywhere = failures.filter((row) => alike.includes(row.account))
  enforceLoginDelay(timesOf(loginDelay, anywhere), now)
}

/** Attempts at one account, or from one address, are judged one after the other, until the transaction ends. */
async function lockAttempts(db: Db, { address, alike }: Counted): Promise<void> {
  for (const key of [address, ...alike].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`attempts ${key}`}, 0))`.execute(db)
}

/** Sweeps the attempts that count no longer. */
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

type Named = { role?: Role; person?: string | undefined; address: string }

/**
 * Counts an attempt as failed, until it proves right. One that is refused is counted nowhere: whoever goes on after that
 * makes nobody wait longer. Throws too_many_attempts.
 */
async function countAttempt(
  { db, config, log, now }: GuardedAccount,
  attempt: Counted,
  named: Named,
): Promise<void> {
  if (!config.rateLimit) return
  try {
    await transact(db, async (db) => {
      await lockAttempts(db, attempt)
      refuseGuess(attempt, await findFailures(db, attempt, now()), now())
      await insertFailure(db, attempt, now())
    })
  } catch (refusal) {
    if (refusal instanceof AppError)
      logSecurity(log, 'limit_reached', { ...named, limit: refusal.code })
    throw refusal
  }
}

/** Checks a password under the limits for guessing; counted as failed until it proves right. Throws too_many_attempts. */
export async function checkLoginAllowed(
  parts: GuardedAccount,
  attempt: Attempt,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const counted = await countedOf(parts, attempt)
  const named = { role: attempt.role, person: attempt.personId, address: attempt.ip }
  await countAttempt(parts, counted, named)
  const right = await checkPassword(stored, password)
  if (!right) logSecurity(parts.log, 'wrong_password', named)
  // Whoever knows the password has mistyped it before.
  else
    await parts.db
      .deleteFrom('login_failures')
      .where('account', '=', counted.account)
      .where('address', '=', counted.address)
      .execute()
  return right
}

/**
 * Looks for what the token of a link opens. A live one always opens it; the wrong ones of an address are counted by
 * themselves, so that they keep no neighbour from logging in. Throws too_many_attempts.
 */
export async function findGuardedAccount<T>(
  parts: GuardedAccount,
  ip: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find()
  if (found !== undefined) return found
  const account = `link ${ip}`
  await countAttempt(
    parts,
    { id: newId(), kind: 'token', account, address: account, alike: [account] },
    { address: ip },
  )
  return undefined
}

/** Forgets the wrong passwords of an email's accounts, from wherever they came: they were guesses at one that is no more. */
export async function deleteFailures(
  db: Db,
  account: Pick<Attempt, 'role' | 'email'>,
): Promise<void> {
  await db.deleteFrom('login_failures').where('account', 'in', accountsOf(account)).execute()
}
