// Browsers that an account was logged in from ("device cookies", as OWASP calls them). Their cookie opens nothing: it only has
// guesses at the password counted apart, so that whoever fails on purpose doesn't lock the owner out.
import type { Role } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Cookies } from '#server/platform/http/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { deviceEnd, knownDevices } from './rules.ts'

const cookie = 'device'
const bytesOf = (hash: string) => Buffer.from(hash, 'hex')

/** The hash of the token that a browser's cookie holds; undefined where it has none. */
export function deviceOf(cookies: Cookies): string | undefined {
  const token = cookies.read(cookie)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined
}

/** Whether an account with this email, or the other one of the same human, knows the browser. */
export async function isKnownDevice(
  db: Db,
  { email, role }: { email: string; role: Role },
  hash: string,
  now: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('people as holder', 'holder.id', 'person_id')
    .innerJoin('people as account', 'account.human_id', 'holder.human_id')
    .select('person_id')
    .where('token_hash', '=', bytesOf(hash))
    .where('expires_at', '>', now)
    .where((where) => where(where.fn('lower', ['account.email']), '=', email.toLowerCase()))
    .where('account.role', '=', role)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()
  return known !== undefined
}

/**
 * Makes a browser known to a person, in the transaction that lets them in, under their lock. It gets a token anew each time,
 * so that nobody else knows it who gave the browser one; both accounts of one human know the new one. Others who used the
 * browser aren't known there any more: their guesses count as a stranger's. `send` sets the cookie, after the commit.
 */
export async function saveDevice(
  db: Db,
  { personId, cookies, now }: { personId: string; cookies: Cookies; now: Date },
) {
  const token = newToken()
  const token_hash = bytesOf(hashToken(token))
  const before = deviceOf(cookies)
  if (before !== undefined) {
    const human = db.selectFrom('people').select('human_id').where('id', '=', personId)
    const accounts = db.selectFrom('people').select('id').where('human_id', '=', human)
    const own = db
      .updateTable('known_devices')
      .set({ token_hash })
      .where('person_id', 'in', accounts)
    await own.where('token_hash', '=', bytesOf(before)).execute()
  }
  const seen = { used_at: now, expires_at: deviceEnd(now) }
  await db
    .insertInto('known_devices')
    .values({ token_hash, person_id: personId, ...seen })
    .onConflict((known) => known.columns(['token_hash', 'person_id']).doUpdateSet(seen))
    .execute()
  const kept = db.selectFrom('known_devices').select('token_hash').where('person_id', '=', personId)
  const surplus = kept.orderBy('used_at', 'desc').orderBy('token_hash').offset(knownDevices.max)
  await db
    .deleteFrom('known_devices')
    .where('person_id', '=', personId)
    .where('token_hash', 'in', surplus)
    .execute()
  return { send: () => cookies.set(cookie, token, knownDevices.days * 86_400) }
}

/** Makes the browsers of accounts unknown, all but the one with this token's hash. */
export async function deleteDevicesOf(
  db: Db,
  people: readonly string[],
  keptHash?: string,
): Promise<void> {
  let gone = db.deleteFrom('known_devices').where('person_id', 'in', people)
  if (keptHash !== undefined) gone = gone.where('token_hash', '<>', bytesOf(keptHash))
  await gone.execute()
}

export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('expires_at', '<', now).execute()
}
