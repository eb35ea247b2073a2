import { sql } from 'kysely'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { findAccount } from '#server/accounts/store.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { checkQuota, insertUses } from '#server/platform/limits/quotas.ts'
import { dealQuota, maxOpenProposals } from './policy.ts'

/** Before any chat is locked: so that a seller's proposals are counted one after another. */
export const lockProposals = (db: Db, sellerId: string): Promise<void> =>
  lockKey(db, `proposals ${sellerId}`)

/** Counts a seller's orders that their buyers haven't agreed to. Throws too_many_proposals. */
export async function rejectTooManyProposals(db: Db, sellerId: string): Promise<void> {
  await lockProposals(db, sellerId)
  const seller = await findAccount(db, sellerId)
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('seller_id', '=', sellerId)
    .where(orderIs.proposed)
    .executeTakeFirstOrThrow()
  if (count >= maxOpenProposals[seller?.seller_type ?? 'student'])
    throw new AppError('too_many_proposals', { retryAfter: 3600 })
}

/**
 * Counts one side's change in a locked chat, which writes a line to the other. Throws
 * too_many_deals.
 */
export async function countDealChange(
  db: Db,
  { chatId, side }: { chatId: string; side: Side },
  now: Date,
): Promise<void> {
  const key = `deals ${side} ${chatId}`
  await checkQuota(db, { key, quota: dealQuota }, now)
  await insertUses(db, [{ id: newId(), key, seconds: dealQuota.seconds }], now)
}
