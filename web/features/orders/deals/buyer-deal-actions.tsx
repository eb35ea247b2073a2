import { useState } from 'react'
import { cancelDeal, receiveDeal } from '#contract/orders/deals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useWrite } from '#web/api/hooks.ts'
import { cancelQuestion, receiveQuestion } from '#web/features/orders/labels.ts'
import type { Question } from '#web/forms/confirm-button.tsx'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'

type Action = 'receive' | 'cancel'

const labels = {
  receive: { several: 'I have received them all', one: 'I have received it' },
  cancel: { several: 'Cancel them all', one: 'Cancel order' },
} as const

const questions: Record<Action, Question> = {
  receive: {
    title: 'Do you have all the books?',
    confirmLabel: 'Yes, I have them',
    cancelLabel: 'Not yet',
    children: 'The orders are closed then: only an admin can change them after that.',
  },
  cancel: {
    title: 'Cancel all orders of this deal?',
    confirmLabel: 'Yes, cancel them',
    cancelLabel: 'Keep them',
    danger: true,
    children:
      'The seller is notified, and the books become available to others again. Books that were sent aren’t cancelled.',
  },
}
const questionOf = (action: Action, orders: readonly Order[]): Question => {
  const [order] = orders
  if (orders.length > 1 || !order) return questions[action]
  return action === 'receive' ? receiveQuestion : cancelQuestion(order, 'seller')
}

type Props = {
  dealId: string
  orders: readonly Order[]
  isReceivingNext: boolean
}

/** The actions for all books of a deal, or for the only one that is left. */
export function BuyerDealActions({ dealId, orders, isReceivingNext }: Props) {
  const [asked, setAsked] = useState<{ action: Action; ids: readonly string[] }>()
  const left = orders.filter(({ status, receivedAt }) => status !== 'Cancelled' && !receivedAt)
  const idsOf = (action: Action) => {
    const ids = orders.filter(({ can }) => can.includes(action)).map(({ _id }) => _id)
    return ids.length > 1 || left.length === 1 ? ids : []
  }
  const ids = { receive: idsOf('receive'), cancel: idsOf('cancel') }
  const { failure, attempt } = useWriteFailure([ids.receive.join(), ids.cancel.join()])
  const writes = { receive: useWrite(receiveDeal), cancel: useWrite(cancelDeal) }
  const run = async (action: Action) => {
    await attempt(() => writes[action].run({ dealId }), 'Failed to update order status.')
    setAsked(undefined)
  }
  const variants = {
    receive: isReceivingNext ? 'primary' : 'plain',
    cancel: 'danger-ghost',
  } as const
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {(['receive', 'cancel'] as const)
          .filter((action) => ids[action].length > 0)
          .map((action) => (
            <Button
              key={action}
              variant={variants[action]}
              className="flex-auto whitespace-nowrap"
              onClick={() => setAsked({ action, ids: ids[action] })}
            >
              {labels[action][ids[action].length > 1 ? 'several' : 'one']}
            </Button>
          ))}
      </div>
      <FormError>{failure}</FormError>
      {asked && (
        <StaleActionBoundary can={ids[asked.action].join() === asked.ids.join()}>
          <ConfirmDialog
            {...questionOf(
              asked.action,
              orders.filter(({ _id }) => asked.ids.includes(_id)),
            )}
            open
            pending={writes[asked.action].pending}
            onCancel={() => setAsked(undefined)}
            onConfirm={() => void run(asked.action)}
          />
        </StaleActionBoundary>
      )}
    </>
  )
}
