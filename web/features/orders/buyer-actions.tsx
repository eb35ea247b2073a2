import type { Side } from '#contract/common/endpoint.ts'
import {
  cancelOrder,
  confirmOrder,
  handBackOrder,
  type Order,
  receiveOrder,
  returnOrder,
} from '#contract/orders/orders.ts'
import { useWrite } from '#web/api/hooks.ts'
import type { Step } from '#web/features/orders/card/next-step.ts'
import { ActionButton, type Question } from '#web/forms/action-buttons.tsx'
import { useWriteFailure, type WriteFailure } from '#web/forms/use-write-failure.ts'
import { formatDeadline } from '#web/time.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import { cancelQuestion, priceDifference, receiveQuestion } from './labels.ts'
import { ExchangeLink } from './order-links.tsx'

type Props = {
  order: Order
  /** The step with the primary button. */
  next?: Step | undefined
}

export function BuyerActions({ order, next }: Props) {
  const writeFailure = useWriteFailure(order.can)
  const props = { order, writeFailure, next }
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
        <CancelButton {...props} />
      </div>
      <FormError>{writeFailure.failure}</FormError>
    </>
  )
}

function ProposalActions({ order }: { order: Order }) {
  const writeFailure = useWriteFailure(order.can)
  const props = { order, writeFailure }
  return (
    <li className="flex w-full max-w-sm flex-col gap-2 self-center text-center empty:hidden">
      {order.can.includes('confirm') && <PriceDifference order={order} />}
      {order.proposedUntil && (
        <p className="text-muted text-sm">
          Kept for you until {formatDeadline(order.proposedUntil)}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <OrderAction {...props} action="confirm" endpoint={confirmOrder} label="Confirm order" />
        <CancelButton {...props} />
      </div>
      <FormError>{writeFailure.failure}</FormError>
    </li>
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

type ActionProps = {
  order: Order
  action: Order['can'][number]
  endpoint:
    | typeof confirmOrder
    | typeof cancelOrder
    | typeof receiveOrder
    | typeof handBackOrder
    | typeof returnOrder
  next?: Step | undefined
  variant?: 'primary' | 'plain' | 'danger-ghost'
  question?: Question
  writeFailure: WriteFailure
  label: string
}

const CancelButton = (props: Pick<ActionProps, 'order' | 'writeFailure' | 'next'>) => (
  <OrderAction
    {...props}
    action="cancel"
    endpoint={cancelOrder}
    variant="danger-ghost"
    question={cancelQuestion(props.order, 'seller')}
    label="Cancel order"
  />
)

function OrderAction({
  order,
  action,
  endpoint,
  next,
  variant = next === action || action === 'confirm' || action === 'return' ? 'primary' : 'plain',
  question,
  writeFailure,
  label,
}: ActionProps) {
  const { run } = useWrite(endpoint)
  const send = () => run({ orderId: order._id })
  // If the seller is blocked, all are shown, because a note asks for one of them.
  const rest = { 'data-rest': (next !== action && !order.seller.blocked) || undefined }
  return (
    <ActionButton
      label={label}
      button={{ ...rest, variant, className: 'flex-auto whitespace-nowrap' }}
      can={order.can.includes(action)}
      question={question}
      run={() => writeFailure.attempt(send, 'Failed to update order status.')}
    />
  )
}

/** The actions below the message about an order. */
export function OrderInChat({ order, side }: { order: Order; side: Side }) {
  return (
    <>
      {order.exchange && (
        <li className="self-center">
          <ExchangeLink order={order} side={side} />
        </li>
      )}
      <StaleActionBoundary can={side === 'buyer' && order.can.includes('confirm')}>
        <ProposalActions order={order} />
      </StaleActionBoundary>
    </>
  )
}
