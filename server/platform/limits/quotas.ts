// Limits how often something is done. Uses are stored in the table `quota_uses`.
import type { Transaction } from 'kysely'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKeys } from '#server/platform/database/locks.ts'

/** `findUses` returns at most this many of a key's newest uses. */
const maxUsesRead = 400

export type Quota = { max: number; seconds: number; code: ErrorCode }

/**
 * `key` names the limited action and the address or account: 'sign-up 192.0.2.1'. `count` defaults
 * to 1.
 */
export type QuotaUse = { key: string; quota: Quota; count?: number }

/**
 * Locks these keys until the transaction ends, so that transactions in all processes wait for each
 * other.
 */
export async function lockUses(db: Transaction<Tables>, keys: readonly string[]): Promise<void> {
  const locks = keys.map((key) => `quota ${key}`)
  await lockKeys(db, locks)
}

/**
 * Selects the uses in the window, the latest first. Ignores uses far in the future: they come from
 * a wrong clock, and would block for too long.
 */
function selectUses(db: Db, { seconds }: Pick<Quota, 'seconds'>, now: Date) {
  const timeAt = (offset: number) => new Date(now.getTime() + offset * 1000)
  return db
    .selectFrom('quota_uses')
    .select('used_at')
    .where('used_at', '>', timeAt(-seconds))
    .where('used_at', '<', timeAt(seconds))
    .orderBy('used_at', 'desc')
}

export async function findUses(
  db: Db,
  keys: readonly string[],
  window: Pick<Quota, 'seconds'>,
  now: Date,
): Promise<Date[]> {
  const uses = selectUses(db, window, now).where('key', 'in', keys).limit(maxUsesRead)
  return (await uses.execute()).map((row) => row.used_at)
}

/** Throws the quota's error, with Retry-After, if it has no room for `count` more uses. */
export async function checkQuota(
  db: Db,
  { key, quota, count = 1 }: QuotaUse,
  now: Date,
): Promise<void> {
  const { seconds, code } = quota
  if (count > quota.max) throw new AppError(code, { retryAfter: seconds })
  // Finds the use that must leave the window before there is room.
  const oldest = await selectUses(db, quota, now)
    .where('key', '=', key)
    .offset(quota.max - count)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  const secondsLeft = seconds - (now.getTime() - oldest.used_at.getTime()) / 1000
  throw new AppError(code, { retryAfter: Math.min(seconds, Math.max(1, secondsLeft)) })
}

/** Returns how many more uses a quota has room for. */
export async function countUsesLeft(
  db: Db,
  { key, quota }: Omit<QuotaUse, 'count'>,
  now: Date,
): Promise<number> {
  const uses = await selectUses(db, quota, now).where('key', '=', key).limit(quota.max).execute()
  return quota.max - uses.length
}

/**
 * Inserts uses, each of which counts for a number of seconds. Uses with the same id belong to one
 * action.
 */
export async function insertUses(
  db: Db,
  uses: readonly { id: string; key: string; seconds: number }[],
  now: Date,
): Promise<void> {
  const rows = uses.map(({ id, key, seconds }) => {
    const expires_at = new Date(now.getTime() + seconds * 1000)
    return { id, key, used_at: now, expires_at }
  })
  await db.insertInto('quota_uses').values(rows).execute()
}

/**
 * Counts uses of a key. The caller must hold a lock that covers the key. Throws like `checkQuota`.
 */
export async function countUse(db: Db, use: QuotaUse, now: Date): Promise<void> {
  const { key, quota, count = 1 } = use
  await checkQuota(db, use, now)
  const uses = Array.from({ length: count }, () => ({ id: newId(), key, seconds: quota.seconds }))
  await insertUses(db, uses, now)
}

/**
 * Counts an action before it runs, so that concurrent actions can't exceed the limit. Throws like
 * `checkQuota`; a rejected action isn't counted.
 */
export async function consumeQuota(
  db: Transaction<Tables>,
  use: QuotaUse,
  now: Date,
): Promise<void> {
  await lockUses(db, [use.key])
  await countUse(db, use, now)
}

/** Uncounts all actions that have one of these keys, even their uses under other keys. */
export async function deleteUses(db: Db, keys: readonly string[]): Promise<void> {
  const ids = db.selectFrom('quota_uses').select('id').where('key', 'in', keys)
  await db.deleteFrom('quota_uses').where('id', 'in', ids).execute()
}

export async function deleteExpiredUses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('quota_uses').where('expires_at', '<=', now).execute()
}
