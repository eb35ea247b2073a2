import {
  acceptRing as acceptRingEndpoint,
  cancelExchange,
  declineRing as declineRingEndpoint,
  type Exchange,
  enterExchangeCode,
  listExchanges,
  readExchange,
  receiveExchanged,
  sayExchangePaid,
  sayExchangeReceived,
  sendExchanged,
  takeBackExchangePaid,
} from '#contract/exchanges/exchanges.ts'
import { listRingMessages, sendRingMessage } from '#contract/exchanges/rings.ts'
import { clientIdOf } from '#server/chats/rules.ts'
import { emitUpdate, type OrderUpdate } from '#server/orders/announce.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { updateCases } from './cases.ts'
import { cancelWhole, enterCode, receiveLeg, sendLeg } from './legs.ts'
import { reportPayment } from './payments.ts'
import { listMessages, writeToRing } from './rings/chat.ts'
import { findRings, processArrivals, processArrivalsSoon } from './rings/find-rings.ts'
import { acceptRing, checkProposedRings, declineRing } from './rings/ring.ts'
import { emitChange } from './store.ts'
import { listExchangesOf, viewExchange } from './views.ts'

const updateCasesSeconds = 60
const processArrivalsSeconds = 5
const searchMarketSeconds = 1800
const checkProposedRingsSeconds = 60

type Request = Pick<RequestContext<typeof cancelExchange>, 'viewer' | 'commit'>

export function exchangeRoutes(mount: Mount, context: AppContext): void {
  startJobs(context)
  mountRings(mount, context)
  const { db, config, live, now } = context
  const limits = () => ({ now: now(), isLimited: config.rateLimit })

  async function answer(
    { viewer }: Request,
    exchangeId: string,
    update?: OrderUpdate | undefined,
    isChanged = update !== undefined,
  ): Promise<Exchange> {
    if (update) emitUpdate(live, update)
    if (isChanged) await emitChange(context, exchangeId)
    return viewExchange(db, viewer.accountId, exchangeId, now())
  }

  mount(listExchanges, (page, { viewer }) => listExchangesOf(db, viewer.accountId, page, now()))
  mount(readExchange, ({ exchangeId }, { viewer }) =>
    viewExchange(db, viewer.accountId, exchangeId, now()),
  )
  mount(cancelExchange, async ({ exchangeId }, request) => {
    const { viewer, commit } = request
    const update = await commit((db) => cancelWhole(db, viewer.accountId, exchangeId, limits()))
    return answer(request, exchangeId, update)
  })
  mount(receiveExchanged, async (leg, request) => {
    const { viewer, commit } = request
    const update = await commit((db) => receiveLeg(db, viewer.accountId, leg, now()))
    return answer(request, leg.exchangeId, update)
  })
  mount(sendExchanged, async (leg, request) => {
    const { viewer, commit } = request
    const { update, sent } = await commit((db) => sendLeg(db, viewer.accountId, leg, limits()))
    // A saved courier doesn't change the order's status, so only the chat shows it.
    if (sent?.message) live.emit(sent.accountIds, 'receive_message', sent.message)
    return answer(request, leg.exchangeId, update, update !== undefined || sent !== undefined)
  })
  mount(enterExchangeCode, async (typed, request) => {
    const { viewer, commit, idempotencyKey } = request
    const code = { ...typed, idempotencyKey }
    const checked = await commit((db) => enterCode(db, viewer.accountId, code, limits()))
    if (checked.error) {
      const { ended } = checked
      if (ended) live.emit(ended.accountIds, 'receive_message', ended.message)
      throw checked.error
    }
    return answer(request, typed.exchangeId, checked.update)
  })

  type Payment = { exchangeId: string; number: number; back?: boolean | undefined }
  const report =
    (action: Parameters<typeof reportPayment>[2]['action']) =>
    async ({ back = false, ...payment }: Payment, request: Request) => {
      const { viewer, commit } = request
      const reported = await commit((db) =>
        reportPayment(db, viewer.accountId, { ...payment, back, action }, limits()),
      )
      if (reported?.message) live.emit(reported.accountIds, 'receive_message', reported.message)
      return answer(request, payment.exchangeId, undefined, reported !== undefined)
    }
  mount(sayExchangePaid, report('say-paid'))
  mount(takeBackExchangePaid, report('take-back'))
  mount(sayExchangeReceived, report('say-received'))
}

function startJobs(context: AppContext): void {
  const { jobs } = context
  jobs.every(updateCasesSeconds, 'look for missing books of exchanges', (signal) =>
    updateCases(context, signal),
  )
  processArrivalsSoon(context)
  jobs.every(processArrivalsSeconds, 'look for rings', (signal) => processArrivals(context, signal))
  jobs.every(searchMarketSeconds, 'look for rings in the whole market', (signal) =>
    findRings(context, signal),
  )
  jobs.every(checkProposedRingsSeconds, 'end rings', async (signal) => {
    await checkProposedRings(context, signal)
    processArrivalsSoon(context)
  })
}

function mountRings(mount: Mount, context: AppContext): void {
  const { db, config, live, now } = context
  mount(acceptRingEndpoint, async (yes, { viewer, commit }) => {
    const { accountId } = viewer
    const answered = await commit((db) => acceptRing(db, accountId, yes, now()))
    for (const { accountIds, message } of answered?.agreed?.messages ?? [])
      live.emit(accountIds, 'receive_message', message)
    if (answered) await emitChange(context, yes.exchangeId)
    if (answered?.hasEnded) processArrivalsSoon(context)
    return viewExchange(db, accountId, yes.exchangeId, now())
  })
  mount(declineRingEndpoint, async ({ exchangeId }, { viewer, commit }) => {
    await commit((db) => declineRing(db, viewer.accountId, exchangeId, now()))
    await emitChange(context, exchangeId)
    processArrivalsSoon(context)
    return viewExchange(db, viewer.accountId, exchangeId, now())
  })
  mount(listRingMessages, (page, { viewer }) => listMessages(db, viewer.accountId, page))
  mount(sendRingMessage, async (input, { viewer, commit, idempotencyKey }) => {
    const clientId = input.clientId ?? (idempotencyKey && clientIdOf(idempotencyKey))
    const limits = { now: now(), isLimited: config.rateLimit }
    const sent = await commit((db) =>
      writeToRing(db, viewer.accountId, { ...input, clientId }, limits),
    )
    await emitChange(context, input.exchangeId)
    return sent
  })
}
