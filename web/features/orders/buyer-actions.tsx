import { type ComponentProps, type ReactNode, useState } from 'react'
import { cancelOrder, confirmOrder, type Order, receiveOrder } from '#contract/orders/orders.ts'
import { handBackOrder, returnOrder } from '#contract/orders/rents.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { formatDeadline, formatRupees } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailure } from '#web/ui/hooks/use-failure.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

const actions = ['confirm', 'cancel', 'receive', 'hand-back', 'return'] as const

type Props = {
  order: Order
  /** The step that stands out. */
  next?: Order['can'][number] | undefined
}

export function BuyerActions({ order, next }: Props) {
  const [failure, setFailure] = useFailure(order.can)
  const { can } = order
  if (!actions.some((action) => can.includes(action))) return null
  const props = { orderId: order._id, onFailure: setFailure }
  return (
    <>
      {can.includes('confirm') && <PriceDifference order={order} />}
      <div className="flex flex-wrap gap-2">
        {can.includes('confirm') && (
          <ActionButton {...props} endpoint={confirmOrder}>
            Confirm order
          </ActionButton>
        )}
        {can.includes('receive') && (
          <ActionButton
            {...props}
            endpoint={receiveOrder}
            variant={next === 'receive' ? 'primary' : 'plain'}
            question={receiveQuestion}
          >
            I have received it
          </ActionButton>
        )}
        {can.includes('hand-back') && (
          <ActionButton
            {...props}
            endpoint={handBackOrder}
            variant={next === 'hand-back' ? 'primary' : 'plain'}
            question={handBackQuestion}
          >
            I have handed it back
          </ActionButton>
        )}
        {can.includes('return') && (
          <ActionButton {...props} endpoint={returnOrder}>
            I have returned it
          </ActionButton>
        )}
        {can.includes('cancel') && <CancelButton {...props} />}
      </div>
      <FormError>{failure}</FormError>
    </>
  )
}

export function ProposalActions({ order }: { order: Order }) {
  const [failure, setFailure] = useFailure(order.can)
  if (!order.can.includes('confirm')) return null
  const props = { orderId: order._id, onFailure: setFailure }
  return (
    <li className="flex w-full max-w-sm flex-col gap-2 self-center text-center">
      <PriceDifference order={order} />
      {order.proposedUntil && (
        <p className="text-muted text-sm">
          Kept for you until {formatDeadline(order.proposedUntil)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ActionButton {...props} endpoint={confirmOrder}>
          Confirm order
        </ActionButton>
        {order.can.includes('cancel') && <CancelButton {...props} />}
      </div>
      <FormError>{failure}</FormError>
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
  orderId: string
  endpoint:
    | typeof confirmOrder
    | typeof cancelOrder
    | typeof receiveOrder
    | typeof handBackOrder
    | typeof returnOrder
  variant?: 'primary' | 'plain' | 'danger-ghost'
  question?: Question
  onFailure: (text: string | undefined) => void
  children: ReactNode
}

const CancelButton = (props: Pick<ActionProps, 'orderId' | 'onFailure'>) => (
  <ActionButton {...props} endpoint={cancelOrder} variant="danger-ghost" question={cancelQuestion}>
    Cancel order
  </ActionButton>
)

function ActionButton({
  orderId,
  endpoint,
  variant = 'primary',
  question,
  onFailure,
  children,
}: ActionProps) {
  const write = useWrite(endpoint)
  const [isAsking, setAsking] = useState(false)
  const run = async () => {
    onFailure(undefined)
    try {
      await write.run({ orderId })
    } catch (error) {
      onFailure(errorMessage(error, 'Failed to update order status.'))
    }
    setAsking(false)
  }
  return (
    <>
      <Button
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
    </>
  )
}
