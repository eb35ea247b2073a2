import { setOrderStatus } from '#contract/orders/orders.ts'
import { emitUpdate } from '#server/orders/announce.ts'
import {
  cancelExpiredProposal,
  findExpiredProposals,
} from '#server/orders/lifecycle/apply-transition.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'

export async function expireProposals(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, live, log } = context
  const now = context.now()
  const found = await findExpiredProposals(db, now)
  for (const [proposal] of Map.groupBy(found, ({ id, offer_id }) => offer_id ?? id).values()) {
    if (!proposal) continue
    if (signal?.aborted) return
    const update = await commitChanges(context, setOrderStatus.changes, (db) =>
      cancelExpiredProposal(db, proposal, now),
    ).catch(logFailure(log, 'a proposal could not be cancelled', { order: proposal.id }))
    if (update) emitUpdate(live, update)
  }
}
