// What people do with offers and deals, and how time passes.
import { indianDate } from '#contract/common/dates.ts'
import { cancelDeal, receiveDeal, setDealStatus } from '#contract/orders/deals.ts'
import { acceptOffer, declineOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import { expireOffers } from '#server/offers/store.ts'
import { expireProposals } from '#server/orders/jobs/expire-proposals.ts'
import { cancelByBuyer, type Expect, receiveByBuyer, setStatus } from './testing-orders.ts'
import {
  changeStatus,
  freeCopies,
  isClosed,
  isProposal,
  isUsual,
  type ModelOffer,
  type ModelOrder,
  offerStatus,
  openOffer,
} from './testing-state.ts'
import type { Action, World } from './testing-world.ts'

const offerMs = 48 * 3_600_000
type Side = 'buyer' | 'seller'

const caller = ({ buyer, seller }: World, side: Side, index: number) =>
  side === 'buyer' ? buyer(index) : seller

/** `replaces`: names the open offer, if there is one. */
export const offer =
  (
    buyer: number,
    by: Side,
    terms: { isRent: boolean; copies: number; replaces: boolean },
  ): Action =>
  async (world) => {
    const { state, bookId, chatIds } = world
    const { isRent, copies, replaces } = terms
    const open = openOffer(state, buyer)
    const answer = await caller(world, by, buyer).call(makeOffer, {
      chatId: chatIds[buyer] ?? '',
      ...(replaces && open && { replaces: open.id }),
      orderType: isRent ? 'rent' : 'purchase',
      amount: 10 * copies,
      ...(isRent && { days: 4 }),
      items: [{ bookId, copies }],
      handOver: 'meet',
    })
    const isOpen = open !== undefined && offerStatus(open, state.now) === 'open'
    const code =
      isOpen && !replaces ? 'offer_open' : freeCopies(state) < copies ? 'book_gone' : undefined
    world.check(answer, { code }, `${by} makes an offer`)
    world.count(isOpen ? 'open offer' : 'nothing', `${by} makes an offer`, code ?? 'open offer')
    if (code) return
    if (open) open.status = !isOpen ? 'expired' : open.by === by ? 'withdrawn' : 'countered'
    const id = (answer.body as { _id: string })._id
    const expiresAt = state.now + offerMs
    state.offers.push({ id, buyer, by, isRent, copies, status: 'open', expiresAt })
  }

/** What ending an offer must come to; `own` is whether its maker may. */
function endOf(offer: ModelOffer, side: Side, to: ModelOffer['status'], now: number) {
  const isOwn = offer.by === side
  if (isOwn !== (to === 'withdrawn')) return 'not_yours'
  if (offer.status === to) return undefined
  return offerStatus(offer, now) === 'open' ? undefined : 'offer_settled'
}

const endpoints = { accepted: acceptOffer, declined: declineOffer, withdrawn: withdrawOffer }
export const offerEnds = Object.keys(endpoints) as (keyof typeof endpoints)[]

export const endOffer =
  (pick: number, side: Side, to: keyof typeof endpoints): Action =>
  async (world) => {
    const { state } = world
    const offer = state.offers.at(-1 - (pick % Math.max(1, state.offers.length)))
    if (!offer) return
    const from = `${offerStatus(offer, state.now)} offer`
    const answer = await caller(world, side, offer.buyer).call(endpoints[to], { offerId: offer.id })
    const isRepeated = offer.status === to
    let code = endOf(offer, side, to, state.now)
    if (code === undefined && to === 'accepted' && !isRepeated && freeCopies(state) < offer.copies)
      code = 'book_gone'
    const name = `${side === offer.by ? 'maker' : 'other side'}: ${to}`
    world.check(answer, { code }, name)
    world.count(from, name, code ?? `${to} offer`)
    if (code || isRepeated) return
    offer.status = to
    if (to === 'accepted') addOrders(world, offer, (answer.body as { orders: string[] }).orders)
  }

function addOrders({ state }: World, offer: ModelOffer, ids: string[]): void {
  if (ids.length !== offer.copies)
    throw new Error(`${ids.length} orders from an offer of ${offer.copies} copies`)
  for (const id of ids)
    state.orders.push({
      id,
      buyer: offer.buyer,
      isRent: offer.isRent,
      status: 'Pending',
      confirmed: true,
      received: false,
      rated: false,
      returned: false,
      deliveredAt: undefined,
      proposedUntil: undefined,
      deal: offer.id,
      rentStart: indianDate(new Date(state.now)),
      events: 2,
      last: undefined,
    })
}

type DealStep = 'ship' | 'deliver' | 'call off' | 'receive' | 'cancel'
export const dealSteps: DealStep[] = ['ship', 'deliver', 'call off', 'receive', 'cancel']
const dealStatuses = { ship: 'Shipped', deliver: 'Delivered', 'call off': 'Cancelled' } as const

/** One step of all orders of a deal for which it is possible. */
export const stepDeal =
  (pick: number, step: DealStep): Action =>
  async (world) => {
    const { state } = world
    const deals = state.offers.filter(({ status }) => status === 'accepted')
    const deal = deals[pick % Math.max(1, deals.length)]
    if (!deal) return
    const bySeller = step in dealStatuses
    const status = dealStatuses[step as keyof typeof dealStatuses]
    const answer = bySeller
      ? await world.seller.call(setDealStatus, { dealId: deal.id, status })
      : await world
          .buyer(deal.buyer)
          .call(step === 'receive' ? receiveDeal : cancelDeal, { dealId: deal.id })
    const expect: Expect = bySeller
      ? setStatus(status)
      : step === 'receive'
        ? receiveByBuyer
        : cancelByBuyer
    const hasSent = state.orders.some(
      (order) => order.deal === deal.id && order.status === 'Shipped',
    )
    const isReceivedOrForeign = (order: ModelOrder) =>
      order.deal !== deal.id || (order.received && order.status === 'Delivered')
    const changed = state.orders.filter((order) => {
      if (order.deal !== deal.id) return false
      if (bySeller && (!isUsual(order.status, status) || isClosed(order, state.now))) return false
      // Of what was partly sent, only what was sent is delivered.
      if (step === 'deliver' && hasSent && order.status !== 'Shipped') return false
      if (step === 'receive' && order.received && order.status === 'Delivered') return false
      return expect(order, state).code === undefined
    })
    const isDone =
      step === 'receive' && changed.length === 0 && state.orders.every(isReceivedOrForeign)
    const code = changed.length > 0 || isDone ? undefined : 'order_settled'
    world.check(answer, { code }, `deal: ${step}`)
    const label = code ?? ['nothing changed', 'one changed'][changed.length] ?? 'several changed'
    world.count('deal', `deal: ${step}`, label)
  }

/** Time passes; sometimes before the jobs that end offers and proposals have run. */
export const wait =
  (ms: number, runsJobs: boolean): Action =>
  async (world) => {
    const { state, context } = world
    state.now += ms
    if (!runsJobs) return
    await expireProposals(context)
    await expireOffers(context.db, new Date(state.now))
    for (const order of state.orders) {
      if (!isProposal(order) || order.proposedUntil === undefined) continue
      if (order.proposedUntil > state.now) continue
      const from = world.labelOf(order)
      changeStatus(order, 'Cancelled', state.now, 'other')
      world.count(from, 'three days pass', 'Cancelled')
    }
    for (const offer of state.offers) {
      if (offer.status !== 'open' || offer.expiresAt > state.now) continue
      offer.status = 'expired'
      world.count('open offer', 'two days pass', 'expired offer')
    }
  }
