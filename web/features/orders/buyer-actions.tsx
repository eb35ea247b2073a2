import type { Side } from '#contract/common/endpoint.ts'
import {
  cancelOrder,
  confirmOrder,
  handBackOrder,
  type Order,
  receiveOrder,
  returnOrder,
} from '#contract/orders/orders.ts'
import type { Step } from '#web/features/orders/card/next-step.ts'
import { ActionButton, type Question } from '#web/forms/action-buttons.tsx'
import { formatDeadline } from '#web/time.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import { cancelQuestion, priceDifference, receiveQuestion } from './labels.ts'
import { ExchangeLink } from './order-links.tsx'

type Props = {
  order: Order
  /** The step whose button is the primary one. */
  next?: Step | undefined
}

export function BuyerActions(props: Props) {
  const { order } = props
  return (
    <>
      {order.can.includes('confirm') && <PriceDifference order={order} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <OrderAction {...props} action="confirm" endpoint={confirmOrder} label="Confirm order" />
        <OrderAction
          {...props}
          action="receive"
          endpoint={receiveOrder}
          question={receiveQuestion}
          label="I have received it"
        />
        <OrderAction
          {...props}
          action="hand-back"
          endpoint={handBackOrder}
          question={handBackQuestion}
          label="I have handed it back"
        />
        <OrderAction {...props} action="return" endpoint={returnOrder} label="I have returned it" />
        <OrderAction
          {...props}
          action="cancel"
          endpoint={cancelOrder}
          variant="danger-ghost"
          question={cancelQuestion(order, 'seller')}
          label="Cancel order"
        />
      </div>
    </>
  )
}

const handBackQuestion: Question = {
  title: 'Is the book back with the seller?',
  confirmLabel: 'Yes, I handed it back',
  cancelLabel: 'Not yet',
  children: 'The seller is notified and marks it as returned.',
}

function PriceDifference({ order: { price, askingPrice } }: { order: Order }) {
  if (askingPrice === undefined) return null
  const text = priceDifference(price, askingPrice)
  if (!text) return null
  return <p className={`text-sm ${price > askingPrice ? 'text-danger' : 'text-muted'}`}>{text}.</p>
}

type ActionProps = Props & {
  action: Order['can'][number]
  endpoint:
    | typeof confirmOrder
    | typeof cancelOrder
    | typeof receiveOrder
    | typeof handBackOrder
    | typeof returnOrder
  variant?: 'primary' | 'plain' | 'danger-ghost'
  question?: Question
  label: string
}

const OrderAction = ({
  order,
  action,
  next,
  variant = next === action || action === 'confirm' || action === 'return' ? 'primary' : 'plain',
  ...button
}: ActionProps) => (
  <ActionButton
    {...button}
    variant={variant}
    // Only the next step is shown at first on phones. If the seller is blocked all are, because a
    // note asks for one of them.
    data-rest={(next !== action && !order.seller.blocked) || undefined}
    className="flex-auto whitespace-nowrap"
    can={order.can.includes(action)}
    input={{ orderId: order._id }}
    failed="Failed to update order status."
  />
)

/** The actions below the message about an order. */
export const OrderInChat = ({ order, side }: { order: Order; side: Side }) => (
  <>
    {order.exchange && (
      <li className="self-center">
        <ExchangeLink order={order} side={side} />
      </li>
    )}
    <StaleActionBoundary can={side === 'buyer' && order.can.includes('confirm')}>
      <li className="flex w-full max-w-sm flex-col gap-2 self-center text-center empty:hidden">
        <BuyerActions order={order} />
        {order.proposedUntil && (
          <p className="text-muted text-sm">
            Kept for you until {formatDeadline(order.proposedUntil)}
          </p>
        )}
      </li>
    </StaleActionBoundary>
  </>
)
