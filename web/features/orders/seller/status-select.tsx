import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type Order,
  type OrderStatus,
  orderStatuses,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { cancelQuestion } from '#web/features/orders/labels.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Select } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useStatusToast } from './status-toast.tsx'

/** Whether the key opens the list. A choice from the open list is saved immediately. */
const opensList = ({ key, altKey }: KeyboardEvent) =>
  key === ' ' || key === 'F4' || (altKey && key.startsWith('Arrow'))

/**
 * Saves a status that is picked from the open list at once. While the list is closed, the arrow
 * keys step through it, so that choice is saved only on Enter or blur: otherwise the buyer would be
 * notified of every step.
 */
export function StatusSelect({ order }: { order: Order }) {
  const toast = useStatusToast()
  const update = useAction(setOrderStatus, {
    failed: 'Failed to update order status.',
    ...(toast && { done: (changed) => toast([changed]) }),
  })
  const [chosen, setChosen] = useState<OrderStatus>()
  const [isAsking, setAsking] = useState(false)
  const isStepping = useRef(false)
  const save = async (status: OrderStatus) => {
    if (update.pending) return
    setChosen(status)
    await update.run({ orderId: order._id, status })
    setChosen(undefined)
  }
  const submit = (status: OrderStatus | undefined) => {
    isStepping.current = false
    if (status === undefined || isAsking) return
    if (status === order.status) setChosen(undefined)
    else if (status === 'Cancelled') {
      setChosen(status)
      setAsking(true)
    } else void save(status)
  }
  const keepOrder = () => {
    setAsking(false)
    setChosen(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isStepping.current && chosen) {
      event.preventDefault()
      submit(chosen)
    } else if (event.key === 'Escape' && isStepping.current) {
      isStepping.current = false
      setChosen(undefined)
    } else if (event.key !== 'Tab') isStepping.current = !opensList(event)
  }
  const isToConfirm = chosen !== undefined && !update.pending && !isAsking
  return (
    <span className="w-32 shrink-0">
      <Select
        aria-label={`Status of order ${shortOrderId(order._id)}`}
        value={chosen ?? order.status}
        // `disabled` would remove the focus.
        aria-disabled={update.pending || undefined}
        onPointerDown={() => {
          isStepping.current = false
        }}
        onWheel={() => {
          isStepping.current = true
        }}
        onKeyDown={onKeyDown}
        // Switching to another window also fires blur, but the list keeps the focus.
        onBlur={({ target }) => {
          if (isStepping.current && document.activeElement !== target) submit(chosen)
        }}
        onChange={({ target }) => {
          const status = target.value as OrderStatus
          if (isStepping.current) setChosen(status)
          else submit(status)
        }}
        className="pr-1 pl-2 text-sm sm:min-h-9"
      >
        {orderStatuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
        {!orderStatuses.includes(order.status) && (
          <option value={order.status} disabled>
            Unknown
          </option>
        )}
      </Select>
      <span role="status" className="mt-1 block text-muted text-xs empty:hidden">
        {isToConfirm && `Press Enter to save ${chosen}.`}
      </span>
      <ConfirmDialog
        {...cancelQuestion(order, 'buyer')}
        open={isAsking}
        pending={update.pending}
        onCancel={keepOrder}
        onConfirm={() => void save('Cancelled').then(() => setAsking(false))}
      />
    </span>
  )
}
