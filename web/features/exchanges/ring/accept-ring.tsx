import { Check } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { acceptRing } from '#contract/exchanges/rings.ts'
import { useWrite } from '#web/api/hooks.ts'
import { legsOf } from '#web/features/exchanges/next-step.ts'
import { ContactFields, useContact } from '#web/features/offers/contact-fields.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import type { WriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { dealText, isPosted, postageText, ringChange, shortName } from './ring-texts.ts'

type Props = { exchange: Exchange; side: Side }
type Failure = Pick<WriteFailure, 'fail' | 'clear'>

const fallback = 'The ring could not be accepted. Please try again.'

/** What they say yes to, and what follows from it. */
function DealText({ exchange }: { exchange: Exchange }) {
  const { given, received } = legsOf(exchange)
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere text-foreground">{dealText(exchange)}</p>
      <p>
        {isPosted([...given, ...received]) && `${postageText} `}
        Your copy is held until all have answered, and free again if it comes to nothing. Once all
        have accepted, it is agreed on.
      </p>
    </div>
  )
}

/** Asks for the address too, where the book comes by post. */
export function AcceptRing({ exchange, side, failure }: Props & { failure: Failure }) {
  const [isAsking, setAsking] = useState(false)
  const write = useWrite(acceptRing)
  const run = async () => {
    failure.clear()
    try {
      await write.run({ exchangeId: exchange._id })
    } catch (error) {
      failure.fail(error, fallback)
    }
    setAsking(false)
  }
  const close = () => setAsking(false)
  return (
    <WhilePossible can={exchange.can.includes('accept')} changed={ringChange(exchange)}>
      <Button icon={<Check size={20} aria-hidden />} onClick={() => setAsking(true)}>
        Accept
      </Button>
      {exchange.ring?.needsAddress ? (
        isAsking && <AcceptDialog exchange={exchange} side={side} onClose={close} />
      ) : (
        <ConfirmDialog
          open={isAsking}
          title="Accept this ring?"
          confirmLabel="Yes, accept"
          cancelLabel="Not yet"
          pending={write.pending}
          onCancel={close}
          onConfirm={() => void run()}
        >
          <DealText exchange={exchange} />
        </ConfirmDialog>
      )}
    </WhilePossible>
  )
}

function AcceptDialog(props: Props & { onClose: () => void }) {
  const { exchange, side, onClose } = props
  const contact = useContact(side)
  const { book, from = 0 } = legsOf(exchange).received[0] ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      title="Accept this ring"
      description={`Where should ${shortName(exchange, from)} send “${book?.title}”?`}
    >
      {contact ? (
        <AddressForm {...props} giver={shortName(exchange, from)} contact={contact} />
      ) : (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  )
}

const ContactForm = acceptRing.input.omit({ exchangeId: true })
type ContactForm = z.input<typeof ContactForm>

type AddressProps = Props & {
  giver: string
  contact: NonNullable<ReturnType<typeof useContact>>
  onClose: () => void
}

function AddressForm({ exchange, side, giver, contact, onClose }: AddressProps) {
  const form = useContractForm<ContactForm, z.output<typeof ContactForm>>(ContactForm, {
    defaultValues: contact.defaults,
  })
  const submission = useSubmit(form, acceptRing, {
    toInput: ({ keepAddress, ...values }) => ({
      ...values,
      ...(side === 'buyer' && { keepAddress }),
      exchangeId: exchange._id,
    }),
    fallback: () => fallback,
    onDone: onClose,
  })
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Accept">
        <div className="text-muted">
          <DealText exchange={exchange} />
        </div>
        <ContactFields addresses={contact.addresses} side={side} seenBy={giver} />
      </ContractForm>
    </FormProvider>
  )
}
