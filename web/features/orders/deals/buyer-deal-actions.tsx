import { cancelDeal, receiveDeal } from '#contract/orders/deals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ConfirmDeal } from '#web/features/orders/buyer-actions.tsx'
import { cancelQuestion, receiveQuestion } from '#web/features/orders/labels.ts'
import { ActionButton, type Question } from '#web/forms/action-buttons.tsx'

const receiveAllQuestion: Question = {
  title: 'Do you have all the books?',
  confirmLabel: 'Yes, I have them',
  cancelLabel: 'Not yet',
  children: 'This closes the orders.',
}

const cancelAllQuestion: Question = {
  title: 'Cancel all orders of this deal?',
  confirmLabel: 'Yes, cancel them',
  cancelLabel: 'Keep them',
  danger: true,
  children:
    'The seller is notified, and the books become available to others again. Books that were sent aren’t cancelled.',
}

/**
 * Returns the orders for which an action is possible, if there are several or if it is the only one
 * left.
 */
function possibleFor(action: 'confirm' | 'receive' | 'cancel', orders: readonly Order[]): Order[] {
  const left = orders.filter(({ status, receivedAt }) => status !== 'Cancelled' && !receivedAt)
  const possible = orders.filter(({ can }) => can.includes(action))
  return possible.length > 1 || left.length === 1 ? possible : []
}

type Props = {
  dealId: string
  orders: readonly Order[]
  isReceivingNext: boolean
}

/** The actions for all books of a deal together, or for the only one left. */
export function BuyerDealActions({ dealId, orders, isReceivingNext }: Props) {
  const [toReceive, toCancel] = [possibleFor('receive', orders), possibleFor('cancel', orders)]
  const toConfirm = possibleFor('confirm', orders)
  const shared = {
    input: { dealId },
    failed: 'Failed to update order status.',
    className: 'flex-auto whitespace-nowrap',
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <ConfirmDeal orders={toConfirm} />
      <ActionButton
        {...shared}
        endpoint={receiveDeal}
        label={toReceive.length > 1 ? 'I have received them all' : 'I have received it'}
        variant={isReceivingNext ? 'primary' : 'plain'}
        can={toReceive.length > 0}
        question={toReceive.length > 1 ? receiveAllQuestion : receiveQuestion}
      />
      <ActionButton
        {...shared}
        endpoint={cancelDeal}
        label={toCancel.length > 1 ? 'Cancel them all' : 'Cancel order'}
        variant="danger-ghost"
        can={toCancel.length > 0}
        question={
          toCancel.length > 1 ? cancelAllQuestion : cancelQuestion(toCancel[0] ?? {}, 'seller')
        }
      />
    </div>
  )
}
