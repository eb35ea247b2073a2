import type { Side } from '#contract/common/endpoint.ts'
import { confirmDeal } from '#contract/orders/deals.ts'
import {
  cancelOrder,
  confirmOrder,
  handBackOrder,
  type Order,
  receiveOrder,
  returnOrder,
} from '#contract/orders/orders.ts'
import type { Step } from '#web/features/orders/card/next-step.ts'
import { countBooks, isOfSeveral } from '#web/features/orders/deals/group-orders.ts'
import { ActionButton, type Question } from '#web/forms/action-buttons.tsx'
import { orderPath } from '#web/paths.ts'
import { formatDeadline } from '#web/time.tsx'
import { LinkButton } from '#web/ui/links.tsx'
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
          label="I’ve returned it"
        />
        <OrderAction {...props} action="return" endpoint={returnOrder} label="I’ve returned it" />
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
  confirmLabel: 'Yes, I returned it',
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

/** Confirms orders of a deal together. They have one price, because the seller created them. */
export function ConfirmDeal({ orders }: { orders: readonly Order[] }) {
  const [order] = orders
  return (
    <>
      {order && (
        <span className="basis-full empty:hidden">
          <PriceDifference order={order} />
        </span>
      )}
      <ActionButton
        endpoint={confirmDeal}
        input={{ dealId: order?.deal?._id ?? '' }}
        failed="Failed to update order status."
        label={orders.length > 1 ? `Confirm all ${orders.length}` : 'Confirm order'}
        className="flex-auto whitespace-nowrap"
        can={orders.length > 0}
      />
    </>
  )
}

/** A deal's message has one button for its orders, and a link to them. */
function DealInChat({ order }: { order: Order }) {
  const count = countBooks(order.deal)
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmDeal orders={Array(count).fill(order)} />
      <LinkButton
        to={orderPath('buyer', order._id, 'deal')}
        variant="plain"
        className="flex-auto whitespace-nowrap"
      >
        Open the {count} orders
      </LinkButton>
    </div>
  )
}

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
        {isOfSeveral(order) ? <DealInChat order={order} /> : <BuyerActions order={order} />}
        {order.proposedUntil && (
          <p className="text-muted text-sm">
            Kept for you until {formatDeadline(order.proposedUntil)}
          </p>
        )}
      </li>
    </StaleActionBoundary>
  </>
)
