import type { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import { acceptOffer, type Offer } from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ContactFields, useContact } from './contact-fields.tsx'

type Props = { offer: Offer; side: Side; onClose: () => void }

const ContactForm = acceptOffer.input.omit({ offerId: true })
type ContactForm = z.input<typeof ContactForm>

export function AcceptOfferDialog({ offer, side, onClose }: Props) {
  const contact = useContact(side)
  return (
    <Dialog
      open
      onClose={onClose}
      title={offer.exchange ? 'Accept the swap' : `Accept for ${formatRupees(offer.total)}`}
      description={`Where should the ${side === 'buyer' ? 'seller' : 'buyer'} send ${offer.exchange ? 'what you get' : 'it'}?`}
    >
      {contact ? (
        <AddressForm offer={offer} side={side} contact={contact} onClose={onClose} />
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
  side,
  contact: { defaults, addresses },
  onClose,
}: Props & { contact: NonNullable<ReturnType<typeof useContact>> }) {
  const form = useContractForm<ContactForm, z.output<typeof ContactForm>>(ContactForm, {
    defaultValues: defaults,
  })
  const submission = useSubmit(form, acceptOffer, {
    toInput: ({ keepAddress, ...values }) => ({
      ...values,
      ...(side === 'buyer' && { keepAddress }),
      offerId: offer._id,
    }),
    fallback: 'Could not be saved. Please try again.',
    onDone: onClose,
  })
  return (
    <ContractForm
      form={form}
      {...submission}
      submitLabel={offer.exchange ? 'Accept swap' : 'Accept offer'}
    >
      <ContactFields addresses={addresses} side={side} />
    </ContractForm>
  )
}
