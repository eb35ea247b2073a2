import { useState } from 'react'
import { cancelDeal, receiveDeal } from '#contract/orders/deals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailure } from '#web/ui/hooks/use-failure.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

const fallback = 'Failed to update order status.'

const questions = {
  receive: {
    title: 'Do you have all the books?',
    confirmLabel: 'Yes, I have them',
    cancelLabel: 'Not yet',
    text: 'The orders are closed then: only an admin can change them after that.',
  },
  cancel: {
    title: 'Cancel all orders of this deal?',
    confirmLabel: 'Yes, cancel them',
    cancelLabel: 'Keep them',
    text: 'The seller is notified, and the books become available to others again. Books that were sent aren’t cancelled.',
  },
} as const

type Props = {
  dealId: string
  orders: readonly Order[]
  isReceivingNext: boolean
}

export function BuyerDealActions({ dealId, orders, isReceivingNext }: Props) {
  const [question, setQuestion] = useState<keyof typeof questions>()
  const countOf = (action: 'receive' | 'cancel') =>
    orders.filter(({ can }) => can.includes(action)).length
  const [receivable, cancellable] = [countOf('receive'), countOf('cancel')]
  const [failure, setFailure] = useFailure([`${receivable} ${cancellable}`])
  const receive = useWrite(receiveDeal)
  const cancel = useWrite(cancelDeal)
  // Of one alone, its own buttons do it.
  if (receivable < 2 && cancellable < 2) return null
  const run = async (write: typeof receive | typeof cancel) => {
    setFailure(undefined)
    try {
      await write.run({ dealId })
    } catch (error) {
      setFailure(errorMessage(error, fallback))
    }
    setQuestion(undefined)
  }
  const asked = question && questions[question]
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {receivable > 1 && (
          <Button
            variant={isReceivingNext ? 'primary' : 'plain'}
            className="flex-auto whitespace-nowrap"
            onClick={() => setQuestion('receive')}
          >
            I have received them all
          </Button>
        )}
        {cancellable > 1 && (
          <Button
            variant="danger-ghost"
            className="flex-auto whitespace-nowrap"
            onClick={() => setQuestion('cancel')}
          >
            Cancel them all
          </Button>
        )}
      </div>
      <FormError>{failure}</FormError>
      {asked && (
        <ConfirmDialog
          open
          title={asked.title}
          confirmLabel={asked.confirmLabel}
          cancelLabel={asked.cancelLabel}
          danger={question === 'cancel'}
          pending={receive.pending || cancel.pending}
          onCancel={() => setQuestion(undefined)}
          onConfirm={() => void run(question === 'cancel' ? cancel : receive)}
        >
          {asked.text}
        </ConfirmDialog>
      )}
    </>
  )
}
