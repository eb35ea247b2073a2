// Finds the steps that a seller can take with an order of the list, the most useful first.
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { groupByDeal, isOfSeveral } from '#web/features/orders/deals/group-orders.ts'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { formatRupees } from '#web/format.ts'

export type SellerRow = {
  order: Order
  /** All loaded orders of the deal, if this row represents the deal. Otherwise empty. */
  deal: readonly Order[]
  /** All orders of a sent parcel, if this row represents it. Otherwise empty. */
  parcel: readonly Order[]
  /** All orders that are packed together now, if this row represents them. Otherwise empty. */
  packing: readonly Order[]
  /** Whether the address is that of the deal's first row, above this one. */
  isJoined: boolean
}

/**
 * Returns the rows of the list. A deal is represented by its first order that isn't cancelled,
 * which is moved to the top of the deal.
 */
export const toRows = (orders: readonly Order[]): SellerRow[] =>
  groupByDeal(orders).flatMap((group) => {
    const lead = group.find(({ status }) => status !== 'Cancelled') ?? group[0]
    const sorted = [lead, ...group.filter((order) => order !== lead)]
    return sorted.map((order) => {
      const inParcel = (step: 'ship' | 'edit-shipment') => {
        const parcel = sorted.filter(
          (other) => other.can.includes(step) && other.parcel === order.parcel,
        )
        return parcel[0] === order ? parcel : []
      }
      return {
        order,
        deal: order === lead && isOfSeveral(order) ? sorted : [],
        parcel: inParcel('edit-shipment'),
        packing: inParcel('ship'),
        isJoined: order !== lead && order.deliveryAddress === lead.deliveryAddress,
      }
    })
  })

/**
 * Returns 'Deal of 3 (1 cancelled) · ₹700' for the row that represents a deal, and 'Same deal' for
 * others.
 */
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

/** Returns the orders whose last change is undone together. */
export function undoneTogether({
  order,
  deal,
}: Pick<SellerRow, 'order' | 'deal'>): readonly Order[] {
  const others = deal.filter(
    (other) => other.can.includes('undo') && lastStatusAt(other) === lastStatusAt(order),
  )
  return others.length > 1 && order.can.includes('undo') ? others : [order]
}

/** Whether the row represents its deal, or its order belongs to no deal. */
export const isLeadRow = ({ order, deal }: Pick<SellerRow, 'order' | 'deal'>): boolean =>
  deal.length > 0 || !isOfSeveral(order)

/** Whether the seller must confirm a payment or give money back. */
const isSellersTurn = ({ state }: NonNullable<Order['payment']>) =>
  state === 'said-paid' || state === 'to-give-back'

/**
 * Returns what the seller can do with a row, the most useful step first. `isUndoOver` means that
 * the last change can't be undone any more.
 */
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

const numberOf = ({ _id }: Order) => shortOrderId(_id)

const labels: Record<SellerStep, (row: SellerRow) => string> = {
  undo: (row) => {
    const { length } = undoneTogether(row)
    return length > 1 ? `Undo all ${length}` : isOfSeveral(row.order) ? 'Undo this one' : 'Undo'
  },
  problem: ({ order }) => (order.problem?.outcome ? 'Problem solved' : 'Problem'),
  explain: () => 'Add reason',
  deal: ({ order }) => {
    const next = order.deal?.next
    return next ? `Mark ${next.count} as ${next.status.toLowerCase()}` : ''
  },
  code: () => 'Enter code',
  return: () => 'Mark returned',
  tracking: ({ order }) => (order.shipment ? 'Edit tracking' : 'Add tracking'),
  payment: () => 'Payment',
  extend: () => 'Extend rent',
}

export const stepLabel = (step: SellerStep, row: SellerRow): string => labels[step](row)

/** Returns the accessible name, if the label alone doesn't identify the order. */
export function stepName(step: SellerStep, row: SellerRow): string | undefined {
  const number = numberOf(row.order)
  if (step === 'undo') {
    const { length } = undoneTogether(row)
    return length > 1 ? `Undo the change of ${length} orders` : `Undo the change of order ${number}`
  }
  if (step === 'explain') return `Add reason for the change of order ${number}`
  if (step === 'extend') return `Extend rent of order ${number}`
  if (step === 'tracking' && row.parcel.length > 1)
    return `${stepLabel(step, row)} of ${row.parcel.length} orders`
  if (step === 'code' || step === 'tracking') return `${stepLabel(step, row)} of order ${number}`
  return undefined
}
