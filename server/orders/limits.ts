// How many proposals a seller may have, and how many changes a chat takes.
import { sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { maxOpenProposals, orderQuota } from './policy.ts'
import { orderIs } from './status.ts'

/** Counts a seller's orders that their buyers haven't agreed to. Throws too_many_proposals. */
export async function rejectTooManyProposals(db: Db, sellerId: string): Promise<void> {
  await lockKey(db, `proposals ${sellerId}`)
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

/** Counts the chat's System messages, one for each order and change; throws too_many_deals. */
export async function enforceOrderQuota(db: Db, chatId: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select('created_at')
    .where('chat_id', '=', chatId)
    .where('sender_model', '=', 'System')
    .where('created_at', '>', quotaWindowStart(orderQuota, now))
    .orderBy('number', 'desc')
    .limit(orderQuota.max)
    .execute()
  enforceQuota(
    orderQuota,
    rows.map((row) => row.created_at),
    now,
  )
}
