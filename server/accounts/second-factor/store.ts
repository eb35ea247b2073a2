import type { Db } from '#server/platform/database/database.ts'
import { findPeriod } from './codes.ts'

export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  return (await findConfirmedAt(db, accountId)) !== undefined
}

export async function findConfirmedAt(db: Db, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.confirmed_at ?? undefined
}

/**
 * Saves a new key, which replaces an unconfirmed one. Returns false if the account has a confirmed
 * key.
 */
export async function saveSecret(
  db: Db,
  { accountId, secret, now }: { accountId: string; secret: Buffer; now: Date },
): Promise<boolean> {
  const saved = await db
    .insertInto('second_factors')
    .values({ account_id: accountId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: now, last_period: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Confirms the key if `code` is correct; after that, logins ask for a code. Returns false for a
 * wrong code.
 */
export async function confirmSecret(
  db: Db,
  accountId: string,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const factor = await lockFactor(db, accountId)
  const period = factor?.confirmed_at === null && findPeriod(factor.secret, code, now)
  if (!period) return false
  await db
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_period: period })
    .where('account_id', '=', accountId)
    .execute()
  return true
}

const lockFactor = (db: Db, accountId: string) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_period'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Uses up a code of the app, which is then accepted no more, even in concurrent requests. Returns
 * 'none' if no factor is set up, and undefined for a wrong code.
 */
export async function redeemCode(
  db: Db,
  accountId: string,
  code: string,
  now: Date,
): Promise<'none' | 'used' | undefined> {
  const factor = await lockFactor(db, accountId)
  if (!factor?.confirmed_at) return 'none'
  const period = findPeriod(factor.secret, code, now)
  if (period === undefined) return undefined
  const used = await db
    .updateTable('second_factors')
    .set({ last_period: period })
    .where('account_id', '=', accountId)
    .where('last_period', '<', period)
    .returning('account_id')
    .executeTakeFirst()
  return used && 'used'
}

/** Returns whether there was a factor, confirmed or not. */
export async function deleteSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  return deleted !== undefined
}
