import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ProposeMeeting } from '#web/features/orders/hand-over/propose-meeting.tsx'
import { ProposalActions } from './buyer-actions.tsx'

/** What stands below the message about an order: the next step of its people. */
export function OrderInChat({ order, side }: { order: Order; side: Side }) {
  if (side === 'buyer' && order.can.includes('confirm')) return <ProposalActions order={order} />
  if (!order.can.includes('propose-meeting') || order.meeting) return null
  return (
    <li className="self-center">
      <ProposeMeeting orderId={order._id} place="" label="Propose a meeting" />
    </li>
  )
}
