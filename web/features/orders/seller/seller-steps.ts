// What a seller can do with an order of the list, the most useful first.
import type { Order } from '#contract/orders/orders.ts'
import { groupByDeal, isOfSeveral } from '#web/features/orders/deals/group-orders.ts'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { formatRupees } from '#web/format.ts'

/**
 * An order of the list; one of each deal stands for all of them, `deal`, and one of each parcel for
 * what was sent in it, `parcel`.
 */
export type SellerRow = {
  order: Order
  deal: readonly Order[]
  parcel: readonly Order[]
}

const isSent = ({ status, can }: Order): boolean =>
  status === 'Shipped' && can.includes('edit-shipment')

/** Orders of a deal share a courier and a tracking number, or that both are missing. */
const isSameParcel = (one: Order, other: Order): boolean =>
  one.shipment?.courier === other.shipment?.courier &&
  one.shipment?.trackingNumber === other.shipment?.trackingNumber

/**
 * The first order of each deal that wasn't cancelled has those that are loaded of it, and comes
 * before them.
 */
export const toRows = (orders: readonly Order[]): SellerRow[] =>
  groupByDeal(orders).flatMap((group) => {
    const lead = group.find(({ status }) => status !== 'Cancelled') ?? group[0]
    const sorted = [lead, ...group.filter((order) => order !== lead)]
    return sorted.map((order) => {
      const parcel = isSent(order)
        ? sorted.filter((other) => isSent(other) && isSameParcel(order, other))
        : []
      return {
        order,
        deal: order === lead && isOfSeveral(order) ? sorted : [],
        parcel: parcel[0] === order ? parcel : [],
      }
    })
  })

/** 'Deal of 3 (1 cancelled) · ₹700' of the first of a deal, 'Same deal' of the others. */
export function dealText({ order, deal: rows }: SellerRow): string | undefined {
  const { deal } = order
  if (!deal || !isOfSeveral(order)) return undefined
  if (rows.length === 0) return 'Same deal'
  const cancelled = deal.statuses.Cancelled ?? 0
  const note =
    cancelled === 0 ? '' : ` (${cancelled === deal.orders ? 'all' : cancelled} cancelled)`
  return `Deal of ${deal.orders}${note} · ${formatRupees(deal.total)}`
}

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
export function undoneTogether({
  order,
  deal,
}: Pick<SellerRow, 'order' | 'deal'>): readonly Order[] {
  const others = deal.filter(
    (other) => other.can.includes('undo') && lastStatusAt(other) === lastStatusAt(order),
  )
  return others.length > 1 && order.can.includes('undo') ? others : [order]
}

/** Whether the row stands for its whole deal, if the order is part of one. */
export const isLeadRow = ({ order, deal }: Pick<SellerRow, 'order' | 'deal'>): boolean =>
  deal.length > 0 || !isOfSeveral(order)

/** What the buyer said to have paid, or a deposit of a returned copy. */
const isSellersTurn = ({ state }: NonNullable<Order['payment']>) =>
  state === 'said-paid' || state === 'to-give-back'

/** `isUndoOver`: the seconds in which a change can be undone have passed. */
export function sellerSteps(
  { order, deal, parcel }: SellerRow,
  { isUndoOver }: { isUndoOver: boolean },
): SellerStep[] {
  const { can, shipment, problem, overdue, handedBackAt, agreed, payment } = order
  const isBackSoon = overdue || handedBackAt !== undefined
  const isLead = isLeadRow({ order, deal })
  const steps: [SellerStep, boolean][] = [
    ['undo', can.includes('undo') && !isUndoOver],
    ['problem', hasOpenProblem(order)],
    ['explain', can.includes('explain')],
    ['payment', isLead && payment !== undefined && isSellersTurn(payment)],
    ['code', isLead && can.includes('enter-code')],
    ['tracking', parcel.length > 0 && !shipment],
    ['deal', deal.length > 0 && can.includes('set-status') && order.deal?.next !== undefined],
    ['return', can.includes('return') && isBackSoon],
    ['payment', isLead && !order.exchange && (agreed || payment !== undefined)],
    ['return', can.includes('return') && !isBackSoon],
    ['tracking', parcel.length > 0 && shipment !== undefined],
    ['extend', can.includes('extend')],
    ['problem', problem?.outcome !== undefined],
  ]
  return [...new Set(steps.flatMap(([step, isPossible]) => (isPossible ? [step] : [])))]
}
