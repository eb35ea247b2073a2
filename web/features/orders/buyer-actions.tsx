import { type ComponentProps, type ReactNode, useState } from 'react'
import { cancelOrder, confirmOrder, type Order, receiveOrder } from '#contract/orders/orders.ts'
import { handBackOrder, returnOrder } from '#contract/orders/rents.ts'
import { useWrite } from '#web/api/hooks.ts'
import type { Step } from '#web/features/orders/card/next-step.ts'
import { formatDeadline, formatRupees } from '#web/format.ts'
import { useWriteFailure, type WriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'
import { changeOf } from './change-text.ts'
import { cancelExchangeText } from './labels.ts'

type Props = {
  order: Order
  /** The step that stands out. */
  next?: Step | undefined
}

export function BuyerActions({ order, next }: Props) {
  const writeFailure = useWriteFailure(order.can)
  const props = { order, writeFailure, next }
  return (
    <>
      {order.can.includes('confirm') && <PriceDifference order={order} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <ActionButton {...props} action="confirm" endpoint={confirmOrder}>
          Confirm order
        </ActionButton>
        <ActionButton
          {...props}
          action="receive"
          endpoint={receiveOrder}
          question={receiveQuestion}
        >
          I have received it
        </ActionButton>
        <ActionButton
          {...props}
          action="hand-back"
          endpoint={handBackOrder}
          question={handBackQuestion}
        >
          I have handed it back
        </ActionButton>
        <ActionButton {...props} action="return" endpoint={returnOrder}>
          I have returned it
        </ActionButton>
        <CancelButton {...props} />
      </div>
      <FormError>{writeFailure.failure}</FormError>
    </>
  )
}

export function ProposalActions({ order }: { order: Order }) {
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
        <ActionButton {...props} action="confirm" endpoint={confirmOrder}>
          Confirm order
        </ActionButton>
        <CancelButton {...props} />
      </div>
      <FormError>{writeFailure.failure}</FormError>
    </li>
  )
}

type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel' | 'danger' | 'children'
>

const cancelQuestion: Question = {
  title: 'Cancel this order?',
  confirmLabel: 'Yes, cancel it',
  cancelLabel: 'Keep the order',
  danger: true,
  children: 'The seller is notified, and the book becomes available to others again.',
}
const cancelExchangeQuestion = (order: Order): Question => ({
  ...cancelQuestion,
  title: 'Cancel this book of the swap?',
  cancelLabel: 'Keep it',
  children: cancelExchangeText(order),
})
const receiveQuestion: Question = {
  title: 'Do you have the book?',
  confirmLabel: 'Yes, I have it',
  cancelLabel: 'Not yet',
  children: 'The order is closed then: only an admin can change it after that.',
}
const handBackQuestion: Question = {
  title: 'Is the book back with the seller?',
  confirmLabel: 'Yes, I handed it back',
  cancelLabel: 'Not yet',
  children: 'The seller is told, and marks it as returned.',
}

function PriceDifference({ order: { price, askingPrice } }: { order: Order }) {
  if (askingPrice === undefined || price === askingPrice) return null
  const isMore = price > askingPrice
  const amount = formatRupees(Math.round(Math.abs(price - askingPrice) * 100) / 100)
  return (
    <p className={`text-sm ${isMore ? 'text-danger' : 'text-muted'}`}>
      {`${amount} ${isMore ? 'more' : 'less'} than the asking price (${formatRupees(askingPrice)}).`}
    </p>
  )
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
  children: ReactNode
}

const CancelButton = (props: Pick<ActionProps, 'order' | 'writeFailure' | 'next'>) => (
  <ActionButton
    {...props}
    action="cancel"
    endpoint={cancelOrder}
    variant="danger-ghost"
    question={props.order.exchange ? cancelExchangeQuestion(props.order) : cancelQuestion}
  >
    Cancel order
  </ActionButton>
)

function ActionButton({
  order,
  action,
  endpoint,
  next,
  variant = next === action || action === 'confirm' || action === 'return' ? 'primary' : 'plain',
  question,
  writeFailure,
  children,
}: ActionProps) {
  const write = useWrite(endpoint)
  const [isAsking, setAsking] = useState(false)
  const run = async () => {
    const send = () => write.run({ orderId: order._id })
    await writeFailure.attempt(send, 'Failed to update order status.')
    setAsking(false)
  }
  return (
    <StaleActionBoundary can={order.can.includes(action)} {...changeOf([order])}>
      <Button
        // Where the seller was blocked, a note beside it asks for one of them.
        data-rest={(next !== action && !order.seller.blocked) || undefined}
        className="flex-auto whitespace-nowrap"
        variant={variant}
        pending={write.pending}
        onClick={() => (question ? setAsking(true) : void run())}
      >
        {children}
      </Button>
      {question && (
        <ConfirmDialog
          {...question}
          open={isAsking}
          pending={write.pending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run()}
        />
      )}
    </StaleActionBoundary>
  )
}
