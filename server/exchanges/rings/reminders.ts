import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { remindBeforeMs } from './policy.ts'
import { isProposed } from './proposed.ts'
import { emitRingChange, isOpen, lockRing, notifyMembers } from './store.ts'
import { reminderText } from './texts.ts'

/** Reminds the members of a ring that ends soon who haven't answered, once. */
export async function remindOfRings(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const ending = await db
    .selectFrom('exchanges')
    .select('id')
    .where(isProposed)
    .where('reminded_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + remindBeforeMs))
    .orderBy('expires_at')
    .execute()
  for (const { id } of ending) {
    if (signal?.aborted) return
    const isReminded = await commitChanges(context, cancelExchange.changes, async (db) => {
      const ring = await lockRing(db, id)
      if (!ring?.expires_at || !isOpen(ring) || ring.reminded_at !== null) return false
      await db.updateTable('exchanges').set({ reminded_at: now }).where('id', '=', id).execute()
      const silent = ring.members.filter(({ answer }) => answer === null)
      await notifyMembers(db, id, silent, reminderText(ring.expires_at), now)
      return true
    }).catch(logFailure(log, 'the people of a ring could not be reminded', { exchange: id }))
    if (isReminded) await emitRingChange(context, id)
  }
}
