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
import type { Mount } from '#server/platform/http/route.ts'
import { acceptRing, declineRing } from './answer.ts'
import { lookSoon } from './check-soon.ts'
import { endRings } from './end.ts'
import { lookAtArrivals, lookAtMarket } from './find-rings.ts'
import { answersSeconds, lookSeconds, wholeSeconds } from './policy.ts'
import { remindOfRings } from './reminders.ts'
import { emitRingChange } from './store.ts'

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
