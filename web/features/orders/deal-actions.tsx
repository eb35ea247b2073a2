// What can be done with all orders of one deal at once.
import { useState } from 'react'
import { cancelDeal, receiveDeal, setDealStatus } from '#contract/orders/deals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useFailure } from '#web/ui/hooks/use-failure.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

const fallback = 'Failed to update order status.'

const buyerSteps = ['receive', 'cancel'] as const

/** In a list, the order of each deal of several that still has a step for the buyer. */
export function firstOfDeals(orders: readonly Order[]): Set<string> {
  const dealIds = new Set<string>()
  return new Set(
    orders.flatMap(({ _id, deal, can }) => {
      const hasStep = buyerSteps.some((step) => can.includes(step))
      if (!deal || deal.orders < 2 || !hasStep || dealIds.has(deal._id)) return []
      dealIds.add(deal._id)
      return [_id]
    }),
  )
}

/** For the seller: the next status of all books that are not there yet. */
export function SellerDealActions({ order: { deal, status, can } }: { order: Order }) {
  const toast = useToast()
  const update = useWrite(setDealStatus)
  const next = status === 'Pending' ? 'Shipped' : status === 'Shipped' ? 'Delivered' : undefined
  if (!deal || !next || !can.includes('set-status')) return null
  const run = () =>
    update
      .run({ dealId: deal._id, status: next })
      .catch((error: unknown) => toast({ text: errorMessage(error, fallback), kind: 'error' }))
  return (
    <Button
      variant="plain"
      size="sm"
      className="w-32 whitespace-nowrap px-1"
      pending={update.pending}
      onClick={() => void run()}
    >
      {next === 'Shipped' ? 'All are shipped' : 'All are delivered'}
    </Button>
  )
}

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
    text: 'The seller is notified, and the books become available to others again.',
  },
} as const

/** For the buyer: receives or cancels all books of a deal. */
export function BuyerDealActions({ order: { deal, status, can } }: { order: Order }) {
  const [question, setQuestion] = useState<keyof typeof questions>()
  const [failure, setFailure] = useFailure(can)
  const receive = useWrite(receiveDeal)
  const cancel = useWrite(cancelDeal)
  if (!deal || !(can.includes('receive') || can.includes('cancel'))) return null
  const run = async (write: typeof receive | typeof cancel) => {
    setFailure(undefined)
    try {
      await write.run({ dealId: deal._id })
    } catch (error) {
      setFailure(errorMessage(error, fallback))
    }
    setQuestion(undefined)
  }
  const asked = question && questions[question]
  return (
    <div className="flex flex-col gap-2 rounded-box bg-sunken p-3">
      <p className="font-medium text-sm">One of {deal.orders} books of one deal</p>
      <div className="flex flex-wrap gap-2">
        {can.includes('receive') && (
          <Button
            variant={status === 'Pending' ? 'plain' : 'primary'}
            size="sm"
            onClick={() => setQuestion('receive')}
          >
            I have received them all
          </Button>
        )}
        {can.includes('cancel') && (
          <Button variant="danger-ghost" size="sm" onClick={() => setQuestion('cancel')}>
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
    </div>
  )
}
