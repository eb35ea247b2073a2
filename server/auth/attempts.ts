// Attempts to log in, to prove an old password, to sign up and to get a new password: counted, so that guessing stays slow.
import type { Role } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { quotaStart, refuseAbove } from '#server/platform/limits.ts'
import type { Parts } from '#server/platform/parts.ts'
import { checkPassword } from './passwords.ts'
import { quotas } from './rules.ts'

type Guarded = Pick<Parts, 'db' | 'config' | 'now'>
/** What a login attempt is counted under: the account it names and the network address it comes from. */
export type Attempt = { id: string; role: Role; email: string; ip: string }
/** An attempt as it is counted; whoever guesses the token of a link names no account. */
type Counted = { id: string; account: string; ip: string }
const countedOf = ({ id, role, email, ip }: Attempt): Counted => ({ id, account: `${role} ${email.toLowerCase()}`, ip })

/** Counts an attempt as failed before it is checked, so that many at once can't slip past the limits. */
async function insertFailure(db: Db, attempt: Counted, now: Date): Promise<void> {
  await db.insertInto('login_failures').values({ id: attempt.id, account: attempt.account, address: attempt.ip, failed_at: now }).execute()
}

/** When this account failed from this address lately, and this address at all, before this attempt; the newest first. */
async function findFailures(db: Db, attempt: Counted, now: Date): Promise<{ account: Date[]; address: Date[] }> {
  const rows = await db
    .selectFrom('login_failures')
    .select(['account', 'failed_at'])
    .where('address', '=', attempt.ip)
    .where('failed_at', '>', quotaStart(quotas.address, now))
    .where('id', '<>', attempt.id)
    .orderBy('failed_at', 'desc')
    .limit(200)
    .execute()
  const recent = quotaStart(quotas.account, now)
  return {
    account: rows.filter((row) => row.account === attempt.account && row.failed_at > recent).map((row) => row.failed_at),
    address: rows.map((row) => row.failed_at),
  }
}

/** Takes back an attempt that was turned away unchecked, or that proved right. */
async function deleteFailure(db: Db, attempt: Counted): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', attempt.id).execute()
}

/** Forgets an account's failures from an address once it logs in from there. */
async function deleteFailures(db: Db, attempt: Counted): Promise<void> {
  await db.deleteFrom('login_failures').where('account', '=', attempt.account).where('address', '=', attempt.ip).execute()
}

/** Counts a sign-up from an address before it is carried out. */
export async function insertSignup(db: Db, signup: { id: string; ip: string }, now: Date): Promise<void> {
  await db.insertInto('signups').values({ id: signup.id, address: signup.ip, signed_up_at: now }).execute()
}

/** When accounts were opened from an address lately, but for one; the newest first. */
export async function findSignups(db: Db, { id, ip }: { id: string; ip: string }, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('signups')
    .select('signed_up_at')
    .where('address', '=', ip)
    .where('signed_up_at', '>', quotaStart(quotas.signups, now))
    .where('id', '<>', id)
    .orderBy('signed_up_at', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => row.signed_up_at)
}

/** Takes back a sign-up that was turned away. */
export async function deleteSignup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('signups').where('id', '=', id).execute()
}

/** Counts that a link was asked for from an address, whoever for. Throws too_many_resets. */
export async function countResetRequest({ db, config, now }: Guarded, ip: string): Promise<void> {
  if (!config.rateLimit) return
  const id = newId()
  const since = quotaStart(quotas.resets, now())
  await db.insertInto('reset_requests').values({ id, address: ip, requested_at: now() }).execute()
  const earlier = db.selectFrom('reset_requests').select('requested_at').where('address', '=', ip).where('requested_at', '>', since)
  const rows = await earlier.where('id', '<>', id).orderBy('requested_at', 'desc').limit(200).execute()
  const times = rows.map((row) => row.requested_at)
  try {
    refuseAbove(quotas.resets, times, now())
  } catch (refusal) {
    await db.deleteFrom('reset_requests').where('id', '=', id).execute()
    throw refusal
  }
}

/** Sweeps the attempts that count no longer. */
export async function sweepAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<', quotaStart(quotas.address, now)).execute()
  await db.deleteFrom('signups').where('signed_up_at', '<', quotaStart(quotas.signups, now)).execute()
  await db.deleteFrom('reset_requests').where('requested_at', '<', quotaStart(quotas.resets, now)).execute()
}

/** Counts an attempt as failed, until it proves right. Throws too_many_attempts. */
async function countAttempt({ db, config, now }: Guarded, attempt: Counted, kinds: readonly ('account' | 'address')[]): Promise<void> {
  if (!config.rateLimit) return
  await insertFailure(db, attempt, now())
  try {
    const failures = await findFailures(db, attempt, now())
    for (const kind of kinds) refuseAbove(quotas[kind], failures[kind], now())
  } catch (refusal) {
    await deleteFailure(db, attempt)
    throw refusal
  }
}

/** Checks a password under the limits for guessing; counted as failed until it proves right. Throws too_many_attempts. */
export async function checkGuarded(
  parts: Guarded,
  attempt: Attempt,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const counted = countedOf(attempt)
  await countAttempt(parts, counted, ['account', 'address'])
  const right = await checkPassword(stored, password)
  if (right) await deleteFailures(parts.db, counted)
  return right
}

/** Looks for what the token of a link opens, under the limit for guessing of an address. Throws too_many_attempts. */
export async function findGuarded<T>(parts: Guarded, ip: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const guess = { id: newId(), account: 'the token of a link', ip }
  await countAttempt(parts, guess, ['address'])
  const found = await find()
  if (found !== undefined) await deleteFailure(parts.db, guess)
  return found
}

/** Forgets how often an account failed from an address: whoever has forgotten a password has tried some. */
export const forgetFailures = (db: Db, attempt: Omit<Attempt, 'id'>): Promise<void> => deleteFailures(db, countedOf({ id: '', ...attempt }))
