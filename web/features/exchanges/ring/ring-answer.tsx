import { Clock } from 'lucide-react'
import { useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { declineRing } from '#contract/exchanges/rings.ts'
import { useWrite } from '#web/api/hooks.ts'
import { bothOrAll, legsOf } from '#web/features/exchanges/next-step.ts'
import { useWriteFailure, type WriteFailure } from '#web/forms/use-write-failure.ts'
import { useServerNow } from '#web/session/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { AcceptRing } from './accept-ring.tsx'
import { deadlineText, listNames, ringChange } from './ring-texts.ts'

type Props = { exchange: Exchange; side: Side }

const minuteMs = 60_000

/** 'Ravi has accepted.'; to a member who has accepted, whose answers are missing. */
export function answersText(exchange: Exchange): string {
  const others = exchange.members.filter(({ number }) => number !== exchange.me)
  const numbers = (isAccepted: boolean) =>
    others.flatMap(({ number, answer }) => ((answer === 'accepted') === isAccepted ? number : []))
  if (hasAccepted(exchange))
    return `You have accepted. Waiting for ${listNames(exchange, numbers(false))}.`
  const accepted = numbers(true)
  if (accepted.length === 0) return 'Nobody has accepted yet.'
  return `${listNames(exchange, accepted)} ${accepted.length === 1 ? 'has' : 'have'} accepted.`
}

export const hasAccepted = ({ members, me }: Exchange): boolean =>
  members.some(({ number, answer }) => number === me && answer === 'accepted')

/**
 * Until when to answer, who has accepted so far, and the two buttons. Once there is nothing to
 * answer, it is shown only while one of its dialogs is open, which says so.
 */
export function RingAnswer({ exchange, side }: Props) {
  const now = useServerNow(minuteMs)
  const { ring } = exchange
  const isAccepted = hasAccepted(exchange)
  const failure = useWriteFailure(exchange.can)
  return (
    <section
      aria-label="Your answer"
      hidden={exchange.status !== 'proposed'}
      className="flex flex-col gap-4 rounded-box bg-primary-soft p-4"
    >
      <div className="flex flex-col gap-1">
        <p className="font-medium">{answersText(exchange)}</p>
        {ring && (
          <p className="flex items-start gap-2 text-sm">
            <Clock size={18} className="mt-px shrink-0 text-primary" aria-hidden />
            {isAccepted ? 'All have to accept' : 'Answer'} by {deadlineText(ring.expiresAt, now)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1 empty:hidden">
        <AcceptRing exchange={exchange} side={side} failure={failure} />
        <DeclineRing exchange={exchange} isWithdrawal={isAccepted} failure={failure} />
      </div>
      <FormError>{failure.failure}</FormError>
    </section>
  )
}

type DeclineRingProps = {
  exchange: Exchange
  isWithdrawal: boolean
  failure: Pick<WriteFailure, 'fail' | 'clear'>
}

/** Possible until all have accepted, also after one's own yes. */
function DeclineRing({ exchange, isWithdrawal, failure }: DeclineRingProps) {
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
