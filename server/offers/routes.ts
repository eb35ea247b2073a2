import { otherSide } from '#contract/common/endpoint.ts'
import { listExchangeableBooks } from '#contract/exchanges/exchange-offers.ts'
import { deleteAddress, listAddresses } from '#contract/orders/addresses.ts'
import {
  acceptOffer,
  declineOffer,
  listOfferBooks,
  listOffers,
  makeOffer,
  type Offer,
  withdrawOffer,
} from '#contract/orders/offers.ts'
import { participantOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { emitChange } from '#server/exchanges/store.ts'
import { viewExchangeableBooks } from '#server/offers/exchange/terms.ts'
import { removeAddress, viewAddresses } from '#server/orders/hand-over/addresses.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { createOffer } from './make-offer.ts'
import { acceptOpenOffer, endOpenOffer, type SettledOffer } from './respond-to-offer.ts'
import { expireOffers } from './store.ts'
import { viewOffer, viewOfferBooks, viewOffers } from './views.ts'

const expiredOffersIntervalSeconds = 60

type SettleContext = Pick<RequestContext<typeof declineOffer>, 'viewer' | 'commit'>
type Settle = (db: Db, me: Participant, now: Date) => Promise<SettledOffer | undefined>

/** Ends an offer and notifies both people. A repeated request only returns the offer. */
async function endOffer(
  context: AppContext,
  { viewer, commit }: SettleContext,
  offerId: string,
  settle: Settle,
): Promise<Offer> {
  const { db, live, now: clock } = context
  const now = clock()
  const me = participantOf(viewer)
  const settled = await commit((db) => settle(db, me, now))
  if (settled) {
    const { accountIds, chatId, message, orderIds, extendedId, exchange } = settled
    if (message) live.emit(accountIds, 'receive_message', message)
    live.emit(accountIds, 'offer_changed', { chatId, offerId })
    for (const other of exchange?.messages ?? [])
      live.emit(other.accountIds, 'receive_message', other.message)
    if (exchange) await emitChange(context, exchange.exchangeId)
    const [orderId] = orderIds
    const others = accountIds.filter((id) => id !== me.accountId)
    if (message && orderId)
      live.emit(others, 'order_placed', {
        message: message.message,
        chatId,
        orderId,
        ...(exchange && { exchangeId: exchange.exchangeId }),
      })
    if (message && extendedId)
      live.emit(others, 'order_updated', {
        message: message.message,
        chatId,
        orderId: extendedId,
        status: 'Delivered',
        notifies: [otherSide(me.side)],
      })
  }
  return viewOffer(db, me, offerId, clock())
}

export function offerRoutes(mount: Mount, context: AppContext): void {
  const { db, config, live, jobs, now } = context
  jobs.every(expiredOffersIntervalSeconds, 'end expired offers', async () => {
    for (const { id, chatId, accountIds } of await expireOffers(db, now()))
      live.emit(accountIds, 'offer_changed', { chatId, offerId: id })
  })

  mount(listOffers, ({ chatId }, { viewer }) =>
    viewOffers(db, participantOf(viewer), chatId, now()),
  )
  mount(listExchangeableBooks, (input, { viewer }) =>
    viewExchangeableBooks(db, participantOf(viewer), input),
  )
  mount(listOfferBooks, (input, { viewer }) => viewOfferBooks(db, participantOf(viewer), input))

  mount(makeOffer, {
    create: async (input, { viewer, commit }) => {
      const limits = { now: now(), isLimited: config.rateLimit }
      const made = await commit((db) => createOffer(db, participantOf(viewer), input, limits))
      live.emit(made.accountIds, 'receive_message', made.message)
      live.emit(made.accountIds, 'offer_changed', { chatId: input.chatId, offerId: made.id })
      return made.id
    },
    read: (id, { viewer }) => viewOffer(db, participantOf(viewer), id, now()),
  })
  mount(acceptOffer, ({ offerId, ...contact }, request) =>
    endOffer(context, request, offerId, (db, me, at) =>
      acceptOpenOffer(db, me, offerId, contact, at),
    ),
  )
  mount(declineOffer, ({ offerId }, request) =>
    endOffer(context, request, offerId, (db, me, at) =>
      endOpenOffer(db, me, offerId, 'declined', at),
    ),
  )
  mount(withdrawOffer, ({ offerId }, request) =>
    endOffer(context, request, offerId, (db, me, at) =>
      endOpenOffer(db, me, offerId, 'withdrawn', at),
    ),
  )

  mount(listAddresses, (_, { viewer }) => viewAddresses(db, viewer.accountId))
  mount(deleteAddress, async ({ addressId }, { viewer, commit }) => {
    await commit((db) => removeAddress(db, viewer.accountId, addressId))
    return { message: 'The address was deleted.' }
  })
}
