import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'
import { ProposalActions } from './buyer-actions.tsx'
import { changeOf } from './change-text.ts'
import { ExchangeLink } from './exchange-link.tsx'

/** Below the message about an order: what its buyer or seller can do next. */
export function OrderInChat({ order, side }: { order: Order; side: Side }) {
  return (
    <>
      {order.exchange && (
        <li className="self-center">
          <ExchangeLink order={order} side={side} />
        </li>
      )}
      <StaleActionBoundary
        can={side === 'buyer' && order.can.includes('confirm')}
        {...changeOf([order])}
      >
        <ProposalActions order={order} />
      </StaleActionBoundary>
    </>
  )
}
