import {
  cancelExchange,
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
import { cancelWhole, enterCode, receiveLeg, sendLeg } from '#server/exchanges/legs/legs.ts'
import { emitUpdate, type OrderUpdate } from '#server/orders/order-updates.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { lookForMissing } from './cases.ts'
import { sayOfPayment } from './payments.ts'
import { casesIntervalSeconds } from './policy.ts'
import { ringRoutes } from './rings/routes.ts'
import { findAccountIds } from './store.ts'
import { listExchangesOf, viewExchange } from './views.ts'

type Request = Pick<RequestContext<typeof cancelExchange>, 'viewer'>

export function exchangeRoutes(mount: Mount, context: AppContext): void {
  ringRoutes(mount, context)
  const { db, config, live, jobs, now } = context
  const limits = () => ({ now: now(), isLimited: config.rateLimit })
  jobs.every(casesIntervalSeconds, 'look for missing books of exchanges', (signal) =>
    lookForMissing(context, signal),
  )

  /** Tells the members that read the exchange by their other account, too. */
  async function answer(
    { viewer }: Request,
    exchangeId: string,
    update?: OrderUpdate | undefined,
    isChanged = update !== undefined,
  ): Promise<Exchange> {
    if (update) emitUpdate(live, update)
    if (isChanged)
      live.emit(await findAccountIds(db, exchangeId), 'exchange_changed', { exchangeId })
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
    if (sent)
      live.emit([sent.order.buyer_id, sent.order.seller_id], 'receive_message', sent.message)
    return answer(request, leg.exchangeId, update, update !== undefined || sent !== undefined)
  })
  mount(enterExchangeCode, async (typed, request) => {
    const { viewer, commit } = request
    const checked = await commit((db) => enterCode(db, viewer.accountId, typed, limits()))
    if (checked.error) {
      const { ended } = checked
      if (ended) live.emit(ended.accountIds, 'receive_message', ended.message)
      throw checked.error
    }
    return answer(request, typed.exchangeId, checked.update)
  })

  const say =
    (action: Parameters<typeof sayOfPayment>[2]['action']) =>
    async (
      {
        exchangeId,
        number,
        back = false,
      }: { exchangeId: string; number: number; back?: boolean | undefined },
      request: Pick<RequestContext<typeof sayExchangePaid>, 'viewer' | 'commit'>,
    ) => {
      const { viewer, commit } = request
      const word = { exchangeId, number, back, action }
      const said = await commit((db) => sayOfPayment(db, viewer.accountId, word, limits()))
      if (said?.message) live.emit(said.accountIds, 'receive_message', said.message)
      return answer(request, exchangeId, undefined, said !== undefined)
    }
  mount(sayExchangePaid, say('say-paid'))
  mount(takeBackExchangePaid, say('take-back'))
  mount(sayExchangeReceived, say('say-received'))
}
