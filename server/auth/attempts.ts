// Attempts to log in, to prove an old password and to sign up: counted, so that guessing stays slow.
import type { Role } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import { checkPassword } from './passwords.ts'
import { countedSince, refuseTooMany } from './rules.ts'

/** What a login attempt is counted under: the account it names and the network address it comes from. */
export type Attempt = { id: string; role: Role; email: string; ip: string }
const accountOf = (attempt: Attempt) => `${attempt.role} ${attempt.email.toLowerCase()}`

/** Counts an attempt as failed before it is checked, so that many at once can't slip past the limits. */
async function insertFailure(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ id: attempt.id, account: accountOf(attempt), address: attempt.ip, failed_at: now })
    .execute()
}

/** When this account failed from this address lately, and this address at all; oldest first. */
async function findFailures(db: Db, attempt: Attempt, now: Date): Promise<{ account: Date[]; address: Date[] }> {
  const rows = await db
    .selectFrom('login_failures')
    .select(['account', 'failed_at'])
    .where('address', '=', attempt.ip)
    .where('failed_at', '>', countedSince('address', now))
    .orderBy('failed_at')
    .limit(200)
    .execute()
  const recent = countedSince('account', now)
  return {
    account: rows.filter((row) => row.account === accountOf(attempt) && row.failed_at > recent).map((row) => row.failed_at),
    address: rows.map((row) => row.failed_at),
  }
}

/** Takes back an attempt that was turned away unchecked. */
async function deleteFailure(db: Db, attempt: Attempt): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', attempt.id).execute()
}

/** Forgets an account's failures from an address once it logs in from there. */
async function deleteFailures(db: Db, attempt: Attempt): Promise<void> {
  await db.deleteFrom('login_failures').where('account', '=', accountOf(attempt)).where('address', '=', attempt.ip).execute()
}

/** Counts a sign-up from an address before it is carried out. */
export async function insertSignup(db: Db, signup: { id: string; ip: string }, now: Date): Promise<void> {
  await db.insertInto('signups').values({ id: signup.id, address: signup.ip, signed_up_at: now }).execute()
}

/** When accounts were opened from an address lately, oldest first. */
export async function findSignups(db: Db, ip: string, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('signups')
    .select('signed_up_at')
    .where('address', '=', ip)
    .where('signed_up_at', '>', countedSince('signups', now))
    .orderBy('signed_up_at')
    .limit(200)
    .execute()
  return rows.map((row) => row.signed_up_at)
}

/** Takes back a sign-up that was turned away. */
export async function deleteSignup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('signups').where('id', '=', id).execute()
}

/** Sweeps the attempts that count no longer. */
export async function sweepAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<', countedSince('address', now)).execute()
  await db.deleteFrom('signups').where('signed_up_at', '<', countedSince('signups', now)).execute()
}

/** Checks a password under the limits for guessing; counted as failed until it proves right. Throws too_many_attempts. */
export async function checkGuarded(
  { db, config, now }: Pick<Parts, 'db' | 'config' | 'now'>,
  attempt: Attempt,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  if (config.rateLimit) {
    await insertFailure(db, attempt, now())
    try {
      const failures = await findFailures(db, attempt, now())
      for (const kind of ['account', 'address'] as const) refuseTooMany(kind, failures[kind], now())
    } catch (refusal) {
      await deleteFailure(db, attempt)
      throw refusal
    }
  }
  const right = await checkPassword(stored, password)
  if (right) await deleteFailures(db, attempt)
  return right
}
