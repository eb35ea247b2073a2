// Limits how often something is done. Uses are counted in `quota_uses`.
import type { Transaction } from 'kysely'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'

/** `findUses` returns at most this many of a key's newest uses. */
const maxUsesRead = 400

export type Quota = { max: number; seconds: number; code: ErrorCode }

/**
 * The latest time that counts. Later uses come from a wrong clock, and would block for too long.
 */
const quotaWindowEnd = ({ seconds }: Pick<Quota, 'seconds'>, now: Date): Date =>
  new Date(now.getTime() + seconds * 1000)

const quotaWindowStart = ({ seconds }: Pick<Quota, 'seconds'>, now: Date): Date =>
  new Date(now.getTime() - seconds * 1000)

/**
 * `key` names the limited action and the address or account: 'sign-up 192.0.2.1'. `count` defaults
 * to 1.
 */
export type QuotaUse = { key: string; quota: Quota; count?: number }

/**
 * Locks these keys until the transaction ends, so that uses in all processes wait for each other.
 */
export async function lockUses(db: Transaction<Tables>, keys: readonly string[]): Promise<void> {
  for (const key of [...new Set(keys)].sort()) await lockKey(db, `quota ${key}`)
}

export async function findUses(
  db: Db,
  keys: readonly string[],
  window: Pick<Quota, 'seconds'>,
  now: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('quota_uses')
    .select('used_at')
    .where('key', 'in', keys)
    .where('used_at', '>', quotaWindowStart(window, now))
    .where('used_at', '<', quotaWindowEnd(window, now))
    .orderBy('used_at', 'desc')
    .limit(maxUsesRead)
    .execute()
  return rows.map((row) => row.used_at)
}

/** Throws the quota's error, with Retry-After, if it has no room for `count` more uses. */
export async function checkQuota(
  db: Db,
  { key, quota, count = 1 }: QuotaUse,
  now: Date,
): Promise<void> {
  const { seconds, code } = quota
  if (count > quota.max) throw new AppError(code, { retryAfter: seconds })
  // The use that must leave the window first.
  const oldest = await db
    .selectFrom('quota_uses')
    .select('used_at')
    .where('key', '=', key)
    .where('used_at', '>', quotaWindowStart(quota, now))
    .where('used_at', '<', quotaWindowEnd(quota, now))
    .orderBy('used_at', 'desc')
    .offset(quota.max - count)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  const secondsLeft = seconds - (now.getTime() - oldest.used_at.getTime()) / 1000
  throw new AppError(code, { retryAfter: Math.min(seconds, Math.max(1, secondsLeft)) })
}

/** Counts uses, each for a number of seconds. Uses with the same id belong to one action. */
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

/** Counts one use. The caller must hold a lock that covers the key. Throws like `checkQuota`. */
export async function countUse(
  db: Db,
  { key, quota }: Omit<QuotaUse, 'count'>,
  now: Date,
): Promise<void> {
  await checkQuota(db, { key, quota }, now)
  await insertUses(db, [{ id: newId(), key, seconds: quota.seconds }], now)
}

/**
 * Counts an action before it runs, so that concurrent actions can't exceed the limit. Throws like
 * `checkQuota`, and then counts nothing.
 */
export async function consumeQuota(
  db: Transaction<Tables>,
  use: QuotaUse,
  now: Date,
): Promise<void> {
  const { key, quota, count = 1 } = use
  await lockUses(db, [key])
  await checkQuota(db, use, now)
  const uses = Array.from({ length: count }, () => ({ id: newId(), key, seconds: quota.seconds }))
  await insertUses(db, uses, now)
}

/** Uncounts all actions that have one of these keys, including under their other keys. */
export async function deleteUses(db: Db, keys: readonly string[]): Promise<void> {
  const ids = db.selectFrom('quota_uses').select('id').where('key', 'in', keys)
  await db.deleteFrom('quota_uses').where('id', 'in', ids).execute()
}

export async function deleteExpiredUses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('quota_uses').where('expires_at', '<=', now).execute()
}
