import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { isOfSeveral } from '#web/features/orders/deals/group-orders.ts'
import { type SellerRow, type SellerStep, undoneTogether } from './seller-steps.ts'

const numberOf = ({ _id }: Order) => shortOrderId(_id)

const labels: Record<SellerStep, (row: SellerRow) => string> = {
  undo: (row) => {
    const { length } = undoneTogether(row)
    return length > 1 ? `Undo all ${length}` : isOfSeveral(row.order) ? 'Undo this one' : 'Undo'
  },
  problem: ({ order }) => (order.problem?.outcome ? 'Problem solved' : 'Problem'),
  explain: () => 'Say why',
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

/** What screen readers read, where the label alone doesn't say of which order it is. */
export function stepName(step: SellerStep, row: SellerRow): string | undefined {
  const number = numberOf(row.order)
  if (step === 'undo') {
    const { length } = undoneTogether(row)
    return length > 1 ? `Undo the change of ${length} orders` : `Undo the change of order ${number}`
  }
  if (step === 'explain') return `Say why order ${number} was changed`
  if (step === 'extend') return `Extend rent of order ${number}`
  if (step === 'tracking' && row.parcel.length > 1)
    return `${stepLabel(step, row)} of ${row.parcel.length} orders`
  if (step === 'code' || step === 'tracking') return `${stepLabel(step, row)} of order ${number}`
  return undefined
}
