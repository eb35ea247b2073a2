import { sql } from 'kysely'
import { hashToBytes } from '#server/accounts/auth/token-hash.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findPeriod, hashRecoveryCode } from './codes.ts'

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

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** Saves a key to be confirmed, in place of one that wasn't; false where one is in use. */
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

/** Puts the key into use by its first code, with these recovery codes; false for a wrong code. */
export async function confirmSecret(
  db: Db,
  accountId: string,
  { code, recoveryCodes, now }: { code: string; recoveryCodes: readonly string[]; now: Date },
): Promise<boolean> {
  const factor = await lockFactor(db, accountId)
  const period = factor?.confirmed_at === null && findPeriod(factor.secret, code, now)
  if (!period) return false
  await db
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_period: period })
    .where('account_id', '=', accountId)
    .execute()
  const rows = recoveryCodes.map((recovery) => ({
    account_id: accountId,
    code_hash: hashToBytes(hashRecoveryCode(recovery)),
  }))
  await db.insertInto('recovery_codes').values(rows).execute()
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
 * Uses up a code of the app, or a recovery code: neither counts twice, however many come at once.
 * 'none' where no factor is set up, undefined for a wrong code.
 */
export async function redeemCode(
  db: Db,
  accountId: string,
  code: string,
  now: Date,
): Promise<'none' | 'app' | 'recovery' | undefined> {
  const factor = await lockFactor(db, accountId)
  if (!factor?.confirmed_at) return 'none'
  const period = findPeriod(factor.secret, code, now)
  if (period !== undefined) {
    const used = await db
      .updateTable('second_factors')
      .set({ last_period: period })
      .where('account_id', '=', accountId)
      .where('last_period', '<', period)
      .returning('account_id')
      .executeTakeFirst()
    return used && 'app'
  }
  const recovery = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashToBytes(hashRecoveryCode(code)))
    .returning('account_id')
    .executeTakeFirst()
  return recovery && 'recovery'
}

/** Whether there was one, set up or only begun. */
export async function deleteSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  return deleted !== undefined
}
