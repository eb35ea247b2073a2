import { useState } from 'react'
import { cancelDeal, receiveDeal } from '#contract/orders/deals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useWrite } from '#web/api/hooks.ts'
import { changeOf } from '#web/features/orders/change-text.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'

type Action = 'receive' | 'cancel'

/** Of several books, and of the last one of a deal. */
const texts = {
  receive: {
    several: { button: 'I have received them all', title: 'Do you have all the books?' },
    one: { button: 'I have received it', title: 'Do you have the book?' },
    confirmLabel: { several: 'Yes, I have them', one: 'Yes, I have it' },
    cancelLabel: 'Not yet',
    text: {
      several: 'The orders are closed then: only an admin can change them after that.',
      one: 'The order is closed then: only an admin can change it after that.',
    },
  },
  cancel: {
    several: { button: 'Cancel them all', title: 'Cancel all orders of this deal?' },
    one: { button: 'Cancel order', title: 'Cancel this order?' },
    confirmLabel: { several: 'Yes, cancel them', one: 'Yes, cancel it' },
    cancelLabel: { several: 'Keep them', one: 'Keep the order' },
    text: {
      several:
        'The seller is notified, and the books become available to others again. Books that were sent aren’t cancelled.',
      one: 'The seller is notified, and the book becomes available to others again.',
    },
  },
} as const

type Props = {
  dealId: string
  orders: readonly Order[]
  isReceivingNext: boolean
}

/** What is done with all books of a deal, or with the one that is left of them. */
export function BuyerDealActions({ dealId, orders, isReceivingNext }: Props) {
  const [asked, setAsked] = useState<{ action: Action; ids: string }>()
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
              onClick={() => setAsked({ action, ids: ids[action].join() })}
            >
              {texts[action][ids[action].length > 1 ? 'several' : 'one'].button}
            </Button>
          ))}
      </div>
      <FormError>{failure}</FormError>
      {asked && (
        <StaleActionBoundary can={ids[asked.action].join() === asked.ids} {...changeOf(orders)}>
          <DealQuestion
            action={asked.action}
            count={asked.ids.split(',').length > 1 ? 'several' : 'one'}
            pending={writes[asked.action].pending}
            onCancel={() => setAsked(undefined)}
            onConfirm={() => void run(asked.action)}
          />
        </StaleActionBoundary>
      )}
    </>
  )
}

type QuestionProps = {
  action: Action
  count: 'several' | 'one'
  pending: boolean
  onCancel: () => void
  onConfirm: () => void
}

function DealQuestion({ action, count, ...props }: QuestionProps) {
  const { confirmLabel, cancelLabel, text, [count]: asked } = texts[action]
  return (
    <ConfirmDialog
      open
      title={asked.title}
      confirmLabel={confirmLabel[count]}
      cancelLabel={typeof cancelLabel === 'string' ? cancelLabel : cancelLabel[count]}
      danger={action === 'cancel'}
      {...props}
    >
      {text[count]}
    </ConfirmDialog>
  )
}
