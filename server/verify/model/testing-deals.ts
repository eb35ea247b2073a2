// Steps that change all of a deal's orders at once, and the passing of time.
import { cancelDeal, receiveDeal, setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import { expireOffers } from '#server/offers/store.ts'
import { expireProposals } from '#server/orders/jobs/expire-proposals.ts'
import {
  cancelByBuyer,
  isUndoable,
  receiveByBuyer,
  setStatus,
  takeLastBack,
} from './testing-orders.ts'
import {
  changeStatus,
  freeCopies,
  isBlocked,
  isClosed,
  isProposal,
  isUsual,
  type ModelOrder,
  type ModelState,
} from './testing-state.ts'
import type { Action, Expect } from './testing-world.ts'

type DealStep = 'ship' | 'deliver' | 'call off' | 'receive' | 'cancel'
export const dealSteps: DealStep[] = ['ship', 'deliver', 'call off', 'receive', 'cancel']
const dealStatuses = { ship: 'Shipped', deliver: 'Delivered', 'call off': 'Cancelled' } as const
const isBySeller = (step: DealStep): step is keyof typeof dealStatuses => step in dealStatuses

function expectationOf(step: DealStep): Expect {
  if (isBySeller(step)) return setStatus(dealStatuses[step])
  return step === 'receive' ? receiveByBuyer : cancelByBuyer
}

function ordersFor(step: DealStep, orders: ModelOrder[], state: ModelState): ModelOrder[] {
  if (!isBySeller(step)) return orders
  const next = orders.filter(
    (order) => isUsual(order.status, dealStatuses[step]) && !isClosed(order, state.now),
  )
  const sent = next.filter(({ status }) => status === 'Shipped')
  return step === 'deliver' && sent.length > 0 ? sent : next
}

function dealOf({ offers }: ModelState, pick: number) {
  const deals = offers.filter(({ status, extended }) => status === 'accepted' && !extended)
  return deals[pick % Math.max(1, deals.length)]
}

/** Takes a step with those orders of a deal that can take it. */
export const stepDeal =
  (pick: number, step: DealStep): Action =>
  async (world) => {
    const { state, seller, buyer } = world
    const deal = dealOf(state, pick)
    if (!deal) return
    const input = { dealId: deal.id }
    const answer = isBySeller(step)
      ? await seller.call(setDealStatus, { ...input, status: dealStatuses[step] })
      : await buyer(deal.buyer).call(step === 'receive' ? receiveDeal : cancelDeal, input)
    const orders = state.orders.filter((order) => order.deal === deal.id)
    const expectation = expectationOf(step)
    const outcomes = ordersFor(step, orders, state).map((order) => expectation(order, state, {}))
    const changed = outcomes.filter(({ isChange }) => isChange).length
    const isRepeated = outcomes.length > 0 && outcomes.every(({ code }) => code === undefined)
    const code = changed > 0 || isRepeated ? undefined : 'order_settled'
    const label = ['nothing changed', 'one changed'][changed] ?? 'several changed'
    world.count('deal', `deal: ${step}`, label, code)
    world.check(answer, { code })
  }

/** Whether there are enough copies to undo the orders' last changes, one after the other. */
function haveCopies(orders: ModelOrder[], state: ModelState): boolean {
  let free = freeCopies(state)
  for (const { status, returnedOn, last } of orders) {
    if (returnedOn !== undefined) continue
    if (status === 'Cancelled' && free-- === 0) return false
    if (last?.before.status === 'Cancelled') free++
  }
  return true
}

/**
 * The seller undoes the last change of a deal's `pickOrder`-th order, together with the changes of
 * other orders at the same moment.
 */
export const undoDeal =
  (pick: number, pickOrder: number): Action =>
  async (world) => {
    const { state, seller } = world
    const deal = dealOf(state, pick)
    if (!deal) return
    const orders = state.orders
      .filter((order) => order.deal === deal.id)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const chosen = orders[pickOrder % Math.max(1, orders.length)]
    if (!chosen) return
    const answer = await seller.call(undoDealStatus, { dealId: deal.id, orderId: chosen.id })
    const together = orders.filter(
      ({ statusSetAt }) => statusSetAt !== undefined && statusSetAt === chosen.statusSetAt,
    )
    const undone = together.filter(
      (order) => !isClosed(order, state.now) && isUndoable(order, state.now),
    )
    const isReordered = undone.some(
      ({ status, returnedOn }) => status === 'Cancelled' && returnedOn === undefined,
    )
    const code =
      undone.length === 0
        ? 'undo_expired'
        : isReordered && isBlocked(state, chosen.buyer)
          ? 'chat_read_only'
          : haveCopies(undone, state)
            ? undefined
            : 'book_gone'
    const label = undone.length > 1 ? 'several changed' : 'one changed'
    world.count('deal', 'deal: undo', label, code)
    world.check(answer, { code })
    if (!code) for (const order of undone) takeLastBack(order)
  }

/** Lets time pass. With `runsJobs`, the jobs that end offers and proposals run after that. */
export const wait =
  (ms: number, runsJobs: boolean): Action =>
  async (world) => {
    const { state, context } = world
    state.now += ms
    if (!runsJobs) return
    await expireProposals(context)
    await expireOffers(context.db, new Date(state.now))
    for (const order of state.orders) {
      if (!isProposal(order) || order.problem || order.proposedUntil === undefined) continue
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
