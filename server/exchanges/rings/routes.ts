import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import {
  acceptRing as acceptRingEndpoint,
  declineRing as declineRingEndpoint,
  listRingMessages,
  sendRingMessage,
} from '#contract/exchanges/rings.ts'
import { findAccountIds } from '#server/exchanges/store.ts'
import { viewExchange } from '#server/exchanges/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { acceptRing, declineRing } from './answer.ts'
import { endRing, type RingEnd } from './end.ts'
import { lookAtArrivals, lookAtMarket } from './look.ts'
import { isProposed } from './market.ts'
import { listMessages, writeToRing } from './messages.ts'
import { answersSeconds, lookSeconds, wholeSeconds } from './policy.ts'
import { findChangedRings, isOpen, lockRing } from './store.ts'

/** Ends rings whose people haven't all answered in time, or of which something has changed. */
export async function endRings(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, live, log } = context
  const now = context.now()
  const lapsed = await db
    .selectFrom('exchanges')
    .select('id')
    .where(isProposed)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .execute()
  const ends: { id: string; because: RingEnd }[] = [
    ...lapsed.map(({ id }) => ({ id, because: 'lapsed' as const })),
    ...(await findChangedRings(db)).map((id) => ({ id, because: 'changed' as const })),
  ]
  for (const { id, because } of ends) {
    if (signal?.aborted) return
    const accountIds = await commitChanges(context, cancelExchange.changes, async (db) => {
      const ring = await lockRing(db, id)
      if (!ring || !isOpen(ring)) return []
      if (because === 'changed' && (await findChangedRings(db, id)).length === 0) return []
      await endRing(db, ring, because, now)
      return findAccountIds(db, id)
    }).catch((error: unknown) => {
      // One that can't be ended must not keep the others.
      if (isUnavailable(error)) throw error
      log.error({ error, exchange: id }, 'a ring could not be ended')
      return []
    })
    live.emit(accountIds, 'exchange_changed', { exchangeId: id })
    live.emit(accountIds, 'notices_changed', {})
  }
}

export function ringRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, jobs, now } = context
  const limits = () => ({ now: now(), isLimited: config.rateLimit })
  const look = () => jobs.soon('look for rings', (signal) => lookAtArrivals(context, signal))
  look()
  jobs.every(lookSeconds, 'look for rings', (signal) => lookAtArrivals(context, signal))
  jobs.every(wholeSeconds, 'look for rings in the whole market', (signal) =>
    lookAtMarket(context, signal),
  )
  jobs.every(answersSeconds, 'end rings', async (signal) => {
    await endRings(context, signal)
    look()
  })

  /** Tells all members, by both their accounts. */
  async function tell(exchangeId: string): Promise<void> {
    const accountIds = await findAccountIds(db, exchangeId)
    live.emit(accountIds, 'exchange_changed', { exchangeId })
    live.emit(accountIds, 'notices_changed', {})
  }

  mount(acceptRingEndpoint, async (answer, { viewer, commit }) => {
    const { accountId } = viewer
    const answered = await commit((db) => acceptRing(db, accountId, answer, now()))
    for (const { accountIds, message } of answered?.agreed?.messages ?? [])
      live.emit(accountIds, 'receive_message', message)
    if (answered) await tell(answer.exchangeId)
    if (answered?.hasEnded) look()
    return viewExchange(db, accountId, answer.exchangeId, now())
  })
  mount(declineRingEndpoint, async ({ exchangeId }, { viewer, commit }) => {
    await commit((db) => declineRing(db, viewer.accountId, exchangeId, now()))
    await tell(exchangeId)
    look()
    return viewExchange(db, viewer.accountId, exchangeId, now())
  })
  mount(listRingMessages, ({ exchangeId }, { viewer }) =>
    listMessages(db, viewer.accountId, exchangeId),
  )
  mount(sendRingMessage, async (message, { viewer, commit }) => {
    const sent = await commit((db) => writeToRing(db, viewer.accountId, message, limits()))
    await tell(message.exchangeId)
    return sent
  })
}
