// What a seller can do with an order of the list, the most useful first.
import type { Order } from '#contract/orders/orders.ts'
import { groupByDeal, isOfSeveral } from '#web/features/orders/deals/group-orders.ts'

/** An order of the list; one of each deal stands for all of them, `deal`. */
export type SellerRow = { order: Order; deal: readonly Order[] }

/** Of each deal, the first that wasn't cancelled has those that are loaded of it. */
export const toRows = (orders: readonly Order[]): SellerRow[] =>
  groupByDeal(orders).flatMap((group) => {
    const lead = group.find(({ status }) => status !== 'Cancelled') ?? group[0]
    return group.map((order) => ({
      order,
      deal: order === lead && isOfSeveral(order) ? group : [],
    }))
  })

export type SellerStep =
  | 'undo'
  | 'problem'
  | 'explain'
  | 'deal'
  | 'code'
  | 'return'
  | 'tracking'
  | 'payment'
  | 'extend'

const lastStatusAt = ({ history }: Order) => history.findLast(({ what }) => what === 'status')?.at

/** The orders whose last change is taken back together: those of a deal, or the one. */
export function undoneTogether({ order, deal }: SellerRow): readonly Order[] {
  const others = deal.filter(
    (other) => other.can.includes('undo') && lastStatusAt(other) === lastStatusAt(order),
  )
  return others.length > 1 && order.can.includes('undo') ? others : [order]
}

/** What the buyer said to have paid, or a deposit of a returned copy. */
const isSellersTurn = ({ state }: NonNullable<Order['payment']>) =>
  state === 'said-paid' || state === 'to-give-back'

/**
 * `isUndoOver`: the seconds for it have passed. `isCodeWaiting`: one was typed without a network.
 */
export function sellerSteps(
  { order, deal }: SellerRow,
  { isUndoOver, isCodeWaiting }: { isUndoOver: boolean; isCodeWaiting: boolean },
): SellerStep[] {
  const { can, status, shipment, problem, overdue, handedBackAt, agreed, payment } = order
  const isBackSoon = overdue || handedBackAt !== undefined
  // The code and the payment are those of the whole deal.
  const isLead = deal.length > 0 || !isOfSeveral(order)
  const steps: [SellerStep, boolean][] = [
    ['undo', can.includes('undo') && !isUndoOver],
    ['problem', problem !== undefined && !problem.outcome],
    ['explain', can.includes('explain')],
    ['payment', isLead && payment !== undefined && isSellersTurn(payment)],
    ['code', isLead && can.includes('enter-code') && !isCodeWaiting],
    ['deal', deal.length > 0 && can.includes('set-status') && order.deal?.next !== undefined],
    ['return', can.includes('return') && isBackSoon],
    ['tracking', can.includes('edit-shipment') && status === 'Shipped' && !shipment],
    ['payment', isLead && (agreed || payment !== undefined)],
    ['return', can.includes('return') && !isBackSoon],
    ['tracking', can.includes('edit-shipment') && shipment !== undefined],
    ['extend', can.includes('extend')],
    ['problem', problem?.outcome !== undefined],
  ]
  return [...new Set(steps.flatMap(([step, isPossible]) => (isPossible ? [step] : [])))]
}
