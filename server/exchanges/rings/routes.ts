import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import {
  acceptRing as acceptRingEndpoint,
  declineRing as declineRingEndpoint,
  listRingMessages,
  sendRingMessage,
} from '#contract/exchanges/rings.ts'
import { clientIdOf } from '#server/chats/rules.ts'
import { listMessages, writeToRing } from '#server/exchanges/rings/chat/messages.ts'
import { viewExchange } from '#server/exchanges/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { acceptRing, declineRing } from './answer.ts'
import { lookSoon } from './check-soon.ts'
import { endRings } from './end.ts'
import { lookAtArrivals, lookAtMarket } from './find-rings.ts'
import { answersSeconds, lookSeconds, remindBeforeMs, wholeSeconds } from './policy.ts'
import { isProposed } from './proposed.ts'
import { emitRingChange, isOpen, lockRing, notifyMembers } from './store.ts'
import { reminderText } from './texts.ts'

export function ringRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, jobs, now } = context
  const limits = () => ({ now: now(), isLimited: config.rateLimit })
  const look = () => lookSoon(context)
  look()
  jobs.every(lookSeconds, 'look for rings', (signal) => lookAtArrivals(context, signal))
  jobs.every(wholeSeconds, 'look for rings in the whole market', (signal) =>
    lookAtMarket(context, signal),
  )
  jobs.every(answersSeconds, 'end rings', async (signal) => {
    await endRings(context, signal)
    look()
  })
  jobs.every(answersSeconds, 'remind of rings', (signal) => remindOfRings(context, signal))

  mount(acceptRingEndpoint, async (answer, { viewer, commit }) => {
    const { accountId } = viewer
    const answered = await commit((db) => acceptRing(db, accountId, answer, now()))
    for (const { accountIds, message } of answered?.agreed?.messages ?? [])
      live.emit(accountIds, 'receive_message', message)
    if (answered) await emitRingChange(context, answer.exchangeId)
    if (answered?.hasEnded) look()
    return viewExchange(db, accountId, answer.exchangeId, now())
  })
  mount(declineRingEndpoint, async ({ exchangeId }, { viewer, commit }) => {
    await commit((db) => declineRing(db, viewer.accountId, exchangeId, now()))
    await emitRingChange(context, exchangeId)
    look()
    return viewExchange(db, viewer.accountId, exchangeId, now())
  })
  mount(listRingMessages, (page, { viewer }) => listMessages(db, viewer.accountId, page))
  mount(sendRingMessage, async (input, { viewer, commit, idempotencyKey }) => {
    const clientId = input.clientId ?? (idempotencyKey && clientIdOf(idempotencyKey))
    const message = { ...input, clientId }
    const sent = await commit((db) => writeToRing(db, viewer.accountId, message, limits()))
    await emitRingChange(context, message.exchangeId)
    return sent
  })
}

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
