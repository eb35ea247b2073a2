import { sql } from 'kysely'
import type { sellerTypes } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { findAccount } from '#server/accounts/store.ts'
import { areBlocked, personOf } from '#server/moderation/are-blocked.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { countUse, type Quota } from '#server/platform/limits/quotas.ts'

/**
 * Limits how often one side can change the orders and payments of a chat, because each change sends
 * the other side a message. Doesn't count undoing a status, or a buyer's steps that can't be
 * repeated: confirming, cancelling or receiving an order.
 */
const dealQuota = { max: 30, seconds: 3600, code: 'too_many_deals' } satisfies Quota
/** The quota after a block: enough to complete an order, but too few changes to harass somebody. */
const blockedDealQuota = { ...dealQuota, max: 3, seconds: 86_400 } satisfies Quota
const maxOpenProposals: Record<(typeof sellerTypes)[number], number> = {
  student: 20,
  'shop owner': 300,
}

/**
 * Locks a seller's proposals, so that they are counted exactly. Call this before a chat is locked.
 */
export const lockProposals = (db: Db, sellerId: string): Promise<void> =>
  lockKey(db, `proposals ${sellerId}`)

/**
 * Throws too_many_proposals if too many of a seller's orders would wait for the buyers' consent
 * with this many more.
 */
export async function rejectTooManyProposals(db: Db, sellerId: string, more = 1): Promise<void> {
  await lockProposals(db, sellerId)
  const seller = await findAccount(db, sellerId)
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('seller_id', '=', sellerId)
    .where(orderIs.proposed)
    .executeTakeFirstOrThrow()
  if (count + more > maxOpenProposals[seller?.seller_type ?? 'student'])
    throw new AppError('too_many_proposals', { retryAfter: 3600 })
}

/** Counts a change by one side of a locked chat. Throws too_many_deals. */
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
  await countUse(db, { key, quota }, now)
}
