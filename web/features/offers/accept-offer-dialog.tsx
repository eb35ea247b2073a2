import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import { acceptOffer, type Offer } from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ContactFields, useContact } from './contact-fields.tsx'

type Props = { offer: Offer; onClose: () => void }

const ContactForm = acceptOffer.input.omit({ offerId: true })
type ContactForm = z.input<typeof ContactForm>

export function AcceptOfferDialog({ offer, onClose }: Props) {
  const contact = useContact('buyer')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Accept for ${formatRupees(offer.total)}`}
      description="Where should the seller send it?"
    >
      {contact ? (
        <AddressForm offer={offer} contact={contact} onClose={onClose} />
      ) : (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  )
}

function AddressForm({
  offer,
  contact: { defaults, addresses },
  onClose,
}: Props & { contact: NonNullable<ReturnType<typeof useContact>> }) {
  const form = useContractForm<ContactForm, z.output<typeof ContactForm>>(ContactForm, {
    defaultValues: defaults,
  })
  const submission = useSubmit(form, acceptOffer, {
    toInput: (values) => ({ ...values, offerId: offer._id }),
    fallback: () => 'Could not be saved. Please try again.',
    onDone: onClose,
  })
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Accept offer">
        <ContactFields addresses={addresses} />
      </ContractForm>
    </FormProvider>
  )
}
