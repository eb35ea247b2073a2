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
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { ringChange, shortName } from './ring-texts.ts'

type Props = { exchange: Exchange; side: Side }

const fallback = 'The ring could not be accepted. Please try again.'

const HeldText = ({ exchange }: { exchange: Exchange }) => (
  <>
    Your copy of “{legsOf(exchange).given[0]?.book.title}” is held for it until all have answered,
    and free again if it comes to nothing. Once all have accepted, it is agreed on.
  </>
)

/** Asks for the address too, where the book comes by post. */
export function AcceptRing({ exchange, side }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { failure, fail, clear } = useWriteFailure(exchange.can)
  const write = useWrite(acceptRing)
  const run = async () => {
    clear()
    try {
      await write.run({ exchangeId: exchange._id })
    } catch (error) {
      fail(error, fallback)
    }
    setAsking(false)
  }
  const close = () => setAsking(false)
  return (
    <>
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
            <HeldText exchange={exchange} />
          </ConfirmDialog>
        )}
      </WhilePossible>
      {failure && <FormError>{failure}</FormError>}
    </>
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
        <p>
          <HeldText exchange={exchange} />
        </p>
        <ContactFields addresses={contact.addresses} side={side} seenBy={giver} />
      </ContractForm>
    </FormProvider>
  )
}
