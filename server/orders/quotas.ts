import { sql } from 'kysely'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { findAccount } from '#server/accounts/store.ts'
import { areBlocked, personOf } from '#server/moderation/are-blocked.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { checkQuota, insertUses } from '#server/platform/limits/quotas.ts'
import { blockedDealQuota, dealQuota, maxOpenProposals } from './limits.ts'

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
 * Counts one side's change in a locked chat, which writes a line to the other; past a block only a
 * few are allowed. Throws too_many_deals.
 */
export async function countDealChange(
  db: Db,
  { chatId, side }: { chatId: string; side: Side },
  now: Date,
): Promise<void> {
  const { is_blocked } = await db
    .selectFrom('chats')
    .select(areBlocked(personOf(sql`buyer_id`), personOf(sql`seller_id`)).as('is_blocked'))
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow()
  const quota = is_blocked ? blockedDealQuota : dealQuota
  const key = `deals ${is_blocked ? 'past a block ' : ''}${side} ${chatId}`
  await checkQuota(db, { key, quota }, now)
  await insertUses(db, [{ id: newId(), key, seconds: quota.seconds }], now)
}
