import { Check, Clock } from 'lucide-react'
import type { Side } from '#contract/common/endpoint.ts'
import { acceptRing, declineRing, type Exchange } from '#contract/exchanges/exchanges.ts'
import { ContactDialog } from '#web/features/offers/contact-fields.tsx'
import { ActionButton, DialogButton } from '#web/forms/action-buttons.tsx'
import {
  answerByText,
  answersText,
  bothOrAll,
  dealText,
  hasAccepted,
  legsOf,
  nameOf,
} from './swap-texts.ts'

type Props = { exchange: Exchange; side: Side }

export function RingAnswer({ exchange, side }: Props) {
  return (
    <section
      aria-label="Your answer"
      // Hidden instead of removed, so that an open dialog stays open.
      hidden={exchange.status !== 'proposed'}
      className="flex flex-col gap-4 rounded-box bg-primary-soft p-4"
    >
      <div className="flex flex-col gap-1">
        <p className="font-medium">{answersText(exchange)}</p>
        <p className="flex items-start gap-2 text-sm">
          <Clock size={18} className="mt-px shrink-0 text-primary" />
          {answerByText(exchange)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-1 empty:hidden">
        <Accept exchange={exchange} side={side} />
        <Decline exchange={exchange} />
      </div>
    </section>
  )
}

/**
 * The button to decline. It is shown until all members have accepted, even to members who have
 * accepted.
 */
function Decline({ exchange }: { exchange: Exchange }) {
  const [verb, question] = hasAccepted(exchange)
    ? ['Withdraw', 'Withdraw from this swap?']
    : ['Decline', 'Decline this swap?']
  return (
    <ActionButton
      label={verb}
      variant="plain"
      can={exchange.can.includes('decline')}
      endpoint={declineRing}
      input={{ exchangeId: exchange._id }}
      failed="The swap could not be declined. Please try again."
      question={{
        title: question,
        confirmLabel: `Yes, ${verb.toLowerCase()}`,
        cancelLabel: 'Keep it',
        danger: true,
        children: `It ends for you ${bothOrAll(exchange)}. For a month you aren’t offered this copy of “${legsOf(exchange).received[0]?.book.title}” again.`,
      }}
    />
  )
}

function Accept({ exchange, side }: Props) {
  const [gets] = legsOf(exchange).received
  return (
    <DialogButton label="Accept" icon={<Check />} can={exchange.can.includes('accept')}>
      {(close) => (
        <ContactDialog
          side={side}
          seenBy={nameOf(exchange, gets?.from ?? 0)}
          needsAddress={exchange.ring?.needsAddress === true}
          endpoint={acceptRing}
          toInput={(contact) => ({ ...contact, exchangeId: exchange._id })}
          failed="The swap could not be accepted. Please try again."
          title="Accept this swap?"
          description={dealText(exchange)}
          submitLabel="Accept"
          onClose={close}
        >
          <p className="text-muted">
            Your copy is reserved until all have answered, and free again if somebody declines.
          </p>
        </ContactDialog>
      )}
    </DialogButton>
  )
}
