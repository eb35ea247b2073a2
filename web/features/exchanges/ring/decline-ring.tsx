import { useState } from 'react'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { declineRing } from '#contract/exchanges/rings.ts'
import { useWrite } from '#web/api/hooks.ts'
import { bothOrAll, legsOf } from '#web/features/exchanges/next-step.ts'
import type { WriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { ringChange } from './ring-texts.ts'

type Props = {
  exchange: Exchange
  isWithdrawal: boolean
  failure: Pick<WriteFailure, 'fail' | 'clear'>
}

/** Possible until all have accepted, also after one's own yes. */
export function DeclineRing({ exchange, isWithdrawal, failure }: Props) {
  const [isAsking, setAsking] = useState(false)
  const write = useWrite(declineRing)
  const run = async () => {
    failure.clear()
    try {
      await write.run({ exchangeId: exchange._id })
    } catch (error) {
      failure.fail(error, 'The ring could not be declined. Please try again.')
    }
    setAsking(false)
  }
  return (
    <WhilePossible can={exchange.can.includes('decline')} changed={ringChange(exchange)}>
      <Button variant="plain" onClick={() => setAsking(true)}>
        {isWithdrawal ? 'Withdraw' : 'Decline'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={isWithdrawal ? 'Withdraw from this ring?' : 'Decline this ring?'}
        confirmLabel={isWithdrawal ? 'Yes, withdraw' : 'Yes, decline'}
        cancelLabel="Keep it"
        danger
        pending={write.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void run()}
      >
        It ends for you {bothOrAll(exchange)}
        {exchange.members.length > 2 && ', and Dobara looks again for the others'}. For a month you
        aren’t offered this copy of “{legsOf(exchange).received[0]?.book.title}” again.
      </ConfirmDialog>
    </WhilePossible>
  )
}
