import { useState } from 'react'
import { type Exchange, receiveExchanged } from '#contract/exchanges/exchanges.ts'
import { useWrite } from '#web/api/hooks.ts'
import { changeOf } from '#web/features/orders/change-text.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import type { AgreedLeg } from './next-step.ts'

type Props = { exchange: Exchange; leg: AgreedLeg }

export function ReceiveExchanged({ exchange, leg: { order, orderId, status } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const can = order?.can ?? []
  const { failure, fail, clear } = useWriteFailure(can)
  const write = useWrite(receiveExchanged)
  const run = async () => {
    clear()
    try {
      await write.run({ exchangeId: exchange._id, orderId })
    } catch (error) {
      fail(error, 'Could not be saved. Please try again.')
    }
    setAsking(false)
  }
  return (
    <>
      <WhilePossible can={can.includes('receive')} {...changeOf(order ? [order] : [])}>
        <Button
          variant={status === 'Pending' ? 'plain' : 'primary'}
          onClick={() => setAsking(true)}
        >
          I have received it
        </Button>
        <ConfirmDialog
          open={isAsking}
          title="Do you have the book?"
          confirmLabel="Yes, I have it"
          cancelLabel="Not yet"
          pending={write.pending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run()}
        >
          This book is done then: only an admin can change it after that.
        </ConfirmDialog>
      </WhilePossible>
      <FormError>{failure}</FormError>
    </>
  )
}
