import {
  type AdminOrder,
  type AdminOrderAction,
  cancelAnyOrder,
  closeAnyOrder,
  reopenAnyOrder,
} from '#contract/admin/admin-orders.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { ReasonButton } from './reason-dialog.tsx'

const actions = {
  close: {
    action: closeAnyOrder,
    label: 'Close order',
    title: 'Close this order?',
    effect: 'Neither the buyer nor the seller can change it any more.',
    errorText: 'Failed to close the order.',
    doneText: 'The order was closed.',
  },
  reopen: {
    action: reopenAnyOrder,
    label: 'Reopen order',
    title: 'Reopen this order?',
    effect:
      'A cancelled order gets a copy again, if one is free, and becomes what it was before. A delivered one stays open for seven more days.',
    errorText: 'Failed to reopen the order.',
    doneText: 'The order was reopened.',
  },
  cancel: {
    action: cancelAnyOrder,
    label: 'Cancel order',
    title: 'Cancel this order?',
    effect: 'Its copy becomes available to others, and the seller can’t set another status.',
    errorText: 'Failed to cancel the order.',
    doneText: 'The order was cancelled.',
  },
} as const satisfies Record<AdminOrderAction, object>

export function OrderActions({ order: { order, can, problems } }: { order: AdminOrder }) {
  const known = (Object.keys(actions) as AdminOrderAction[]).filter((name) => can.includes(name))
  return (
    <>
      {problems.some(({ solved }) => !solved) && (
        <p className="text-muted">
          Settle the open problem first; then the order can be closed, cancelled or reopened.
        </p>
      )}
      {known.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {known.map((name) => {
            const { action, label, ...question } = actions[name]
            return (
              <ReasonButton
                key={name}
                button={{ label, variant: name === 'cancel' ? 'danger-ghost' : 'plain' }}
                {...question}
                action={action}
                toInput={(reason) => ({ id: order._id, reason })}
                description={`${shortOrderId(order._id)}, ${order.book.title}`}
                hint="The buyer and the seller read it in their chat."
                confirmLabel={label}
                danger={name === 'cancel'}
              />
            )
          })}
        </div>
      )}
    </>
  )
}
