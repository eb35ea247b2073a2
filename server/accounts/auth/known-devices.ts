// Browsers that an account was logged in from ("device cookies", as OWASP calls them). The cookie
// gives no access: wrong passwords from such a browser are only counted separately, so that nobody
// can lock the owner out by failing on purpose.
import type { Role } from '#contract/common/endpoint.ts'
import { knownDevices } from '#server/accounts/policy.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Cookies } from '#server/platform/http/requests/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { deviceExpiry } from './rules.ts'
import { hashToBytes } from './token-hash.ts'

const cookieName = 'device'
const daySeconds = 86_400

export function readDeviceHash(cookies: Cookies): string | undefined {
  const token = cookies.read(cookieName)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined
}

/** Whether this account, or the other one of the same person, knows the browser. */
export async function isKnownDevice(
  db: Db,
  { email, role }: { email: string; role: Role },
  deviceHash: string,
  now: Date,
): Promise<boolean> {
  const device = await db
    .selectFrom('known_devices')
    .innerJoin('accounts as holder', 'holder.id', 'account_id')
    .innerJoin('accounts as account', 'account.person_id', 'holder.person_id')
    .select('account_id')
    .where('token_hash', '=', hashToBytes(deviceHash))
    .where('expires_at', '>', now)
    .where((where) => where(where.fn('lower', ['account.email']), '=', email.toLowerCase()))
    .where('account.role', '=', role)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()
  return device !== undefined
}

/**
 * Saves that an account knows a browser, in the transaction that logs them in; call `setCookie`
 * after the commit. The token is a new one each time: whoever knew the old one can't use it any
 * more, and people who used the browser before are no longer known there.
 */
export async function saveDevice(
  db: Db,
  { accountId, cookies, now }: { accountId: string; cookies: Cookies; now: Date },
) {
  const token = newToken()
  const token_hash = hashToBytes(hashToken(token))
  const oldHash = readDeviceHash(cookies)
  if (oldHash !== undefined) {
    const person = db.selectFrom('accounts').select('person_id').where('id', '=', accountId)
    const accounts = db.selectFrom('accounts').select('id').where('person_id', '=', person)
    await db
      .updateTable('known_devices')
      .set({ token_hash })
      .where('account_id', 'in', accounts)
      .where('token_hash', '=', hashToBytes(oldHash))
      .execute()
  }
  const times = { used_at: now, expires_at: deviceExpiry(now) }
  await db
    .insertInto('known_devices')
    .values({ token_hash, account_id: accountId, ...times })
    .onConflict((conflict) => conflict.columns(['token_hash', 'account_id']).doUpdateSet(times))
    .execute()
  const devices = db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('account_id', '=', accountId)
  const surplus = devices.orderBy('used_at', 'desc').orderBy('token_hash').offset(knownDevices.max)
  await db
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', surplus)
    .execute()
  return { setCookie: () => cookies.set(cookieName, token, knownDevices.days * daySeconds) }
}

export async function deleteDevicesOf(
  db: Db,
  accountIds: readonly string[],
  keptHash?: string,
): Promise<void> {
  let devices = db.deleteFrom('known_devices').where('account_id', 'in', accountIds)
  if (keptHash !== undefined) devices = devices.where('token_hash', '<>', hashToBytes(keptHash))
  await devices.execute()
}

export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('expires_at', '<', now).execute()
}
