import { Check, Clock } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { acceptRing, declineRing } from '#contract/exchanges/rings.ts'
import { useWrite } from '#web/api/hooks.ts'
import { ContactFields, useContact } from '#web/features/offers/contact-fields.tsx'
import { ConfirmButton } from '#web/forms/confirm-button.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'
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

/** What an open question about a proposed swap says once it isn't proposed any more. */
const changeOf = ({ status }: Exchange): string =>
  status === 'ended' || status === 'cancelled'
    ? 'This swap has ended in the meantime.'
    : status === 'proposed'
      ? 'This can’t be done any more.'
      : 'Everybody has accepted in the meantime: the swap is under way.'

/** Until when to answer, who has accepted so far, and the two buttons. */
export function RingAnswer({ exchange, side }: Props) {
  return (
    <section
      aria-label="Your answer"
      // Once there is nothing to answer, one of its dialogs may still be open to say so.
      hidden={exchange.status !== 'proposed'}
      className="flex flex-col gap-4 rounded-box bg-primary-soft p-4"
    >
      <div className="flex flex-col gap-1">
        <p className="font-medium">{answersText(exchange)}</p>
        <p className="flex items-start gap-2 text-sm">
          <Clock size={18} className="mt-px shrink-0 text-primary" aria-hidden />
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

/** Possible until all have accepted, also after one's own yes. */
function Decline({ exchange }: { exchange: Exchange }) {
  const { run } = useWrite(declineRing)
  const [verb, question] = hasAccepted(exchange)
    ? ['Withdraw', 'Withdraw from this swap?']
    : ['Decline', 'Decline this swap?']
  return (
    <ConfirmButton
      label={verb}
      button={{ variant: 'plain' }}
      can={exchange.can.includes('decline')}
      changed={changeOf(exchange)}
      question={{
        title: question,
        confirmLabel: `Yes, ${verb.toLowerCase()}`,
        cancelLabel: 'Keep it',
        danger: true,
      }}
      actions={exchange.can}
      run={() => run({ exchangeId: exchange._id })}
      failed="The swap could not be declined. Please try again."
    >
      It ends for you {bothOrAll(exchange)}. For a month you aren’t offered this copy of “
      {legsOf(exchange).received[0]?.book.title}” again.
    </ConfirmButton>
  )
}

function Accept(props: Props) {
  const { exchange, side } = props
  const [isOpen, setOpen] = useState(false)
  const contact = useContact(side)
  const isReady = contact !== undefined || !exchange.ring?.needsAddress
  const close = () => setOpen(false)
  return (
    <StaleActionBoundary can={exchange.can.includes('accept')} changed={changeOf(exchange)}>
      <Button icon={<Check size={20} aria-hidden />} onClick={() => setOpen(true)}>
        Accept
      </Button>
      {isOpen && (
        <Dialog open onClose={close} title="Accept this swap?" description={dealText(exchange)}>
          {isReady ? (
            <AcceptForm {...props} contact={contact} onClose={close} />
          ) : (
            <Loading>
              <Skeleton className="h-40" />
            </Loading>
          )}
        </Dialog>
      )}
    </StaleActionBoundary>
  )
}

const ContactForm = acceptRing.input.omit({ exchangeId: true })
type ContactForm = z.input<typeof ContactForm>
type FormProps = Props & { contact: ReturnType<typeof useContact>; onClose: () => void }

/** Asks for the address too, where the book comes by post. */
function AcceptForm({ exchange, side, contact, onClose }: FormProps) {
  const needsAddress = exchange.ring?.needsAddress === true
  const [gets] = legsOf(exchange).received
  const form = useContractForm<ContactForm, z.output<typeof ContactForm>>(ContactForm, {
    defaultValues: (needsAddress && contact?.defaults) || {},
  })
  const submission = useSubmit(form, acceptRing, {
    toInput: ({ keepAddress, ...values }) => ({
      ...(needsAddress && values),
      ...(needsAddress && side === 'buyer' && { keepAddress }),
      exchangeId: exchange._id,
    }),
    fallback: () => 'The swap could not be accepted. Please try again.',
    onDone: onClose,
  })
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Accept">
        <p className="text-muted">
          Your copy is reserved until all have answered, and free again if somebody declines.
        </p>
        {needsAddress && contact && (
          <ContactFields
            addresses={contact.addresses}
            side={side}
            seenBy={nameOf(exchange, gets?.from ?? 0)}
          />
        )}
      </ContractForm>
    </FormProvider>
  )
}
