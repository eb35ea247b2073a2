import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ProposeMeeting } from '#web/features/orders/hand-over/propose-meeting.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { ProposalActions } from './buyer-actions.tsx'
import { changeOf } from './change-text.ts'
import { ExchangeLink } from './exchange-link.tsx'

/** Below the message about an order: what its buyer or seller can do next. */
export function OrderInChat({ order, side }: { order: Order; side: Side }) {
  const { can, meeting } = order
  return (
    <>
      {order.exchange && (
        <li className="self-center">
          <ExchangeLink order={order} side={side} />
        </li>
      )}
      <WhilePossible can={side === 'buyer' && can.includes('confirm')} {...changeOf([order])}>
        <ProposalActions order={order} />
      </WhilePossible>
      <WhilePossible
        can={can.includes('propose-meeting') && !can.includes('confirm') && !meeting}
        {...changeOf([order], !!meeting && 'A meeting was proposed meanwhile.')}
      >
        <li className="self-center">
          <ProposeMeeting orderId={order._id} place="" label="Propose a meeting" />
        </li>
      </WhilePossible>
    </>
  )
}
