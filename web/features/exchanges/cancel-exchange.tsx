import { useState } from 'react'
import { cancelExchange, type Exchange } from '#contract/exchanges/exchanges.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'

const begun = 'A book has been handed over in the meantime, so the exchange goes on.'
const cancelled = 'The exchange has been cancelled in the meantime.'

/** Possible until the first book is handed over. */
export function CancelExchange({ exchange }: { exchange: Exchange }) {
  const [isAsking, setAsking] = useState(false)
  const { failure, fail, clear } = useWriteFailure(exchange.can)
  const write = useWrite(cancelExchange)
  const run = async () => {
    clear()
    try {
      await write.run({ exchangeId: exchange._id })
    } catch (error) {
      fail(error, 'The exchange could not be cancelled. Please try again.')
    }
    setAsking(false)
  }
  return (
    <>
      <WhilePossible
        can={exchange.can.includes('cancel')}
        changed={exchange.status === 'cancelled' ? cancelled : begun}
      >
        <Button variant="danger-ghost" className="self-start" onClick={() => setAsking(true)}>
          Cancel the exchange
        </Button>
        <ConfirmDialog
          open={isAsking}
          title="Cancel this exchange?"
          confirmLabel="Yes, cancel it"
          cancelLabel="Keep it"
          danger
          pending={write.pending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run()}
        >
          All its books become available to others again. This can’t be undone.
        </ConfirmDialog>
      </WhilePossible>
      <FormError>{failure}</FormError>
    </>
  )
}
