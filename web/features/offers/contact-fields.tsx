import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint, EndpointInput, Side } from '#contract/common/endpoint.ts'
import { truncate } from '#contract/common/truncate.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type Address, listAddresses } from '#contract/orders/addresses.ts'
import { acceptOffer } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { PhoneField, TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Checkbox, Field, Select } from '#web/ui/inputs/field.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Contact = { deliveryAddress: string; phoneNumber: string; keepAddress: boolean }

type ContactChoice = { defaults: Contact; addresses: Address[] }

/**
 * Returns the first values of the contact fields: the buyer's last address, or the one from the
 * sign-up. Sellers have no saved addresses, so their fields are empty. Undefined while loading.
 */
export function useContact(side: Side): ContactChoice | undefined {
  const isBuyer = side === 'buyer'
  const addresses = useRead(listAddresses, {}, { enabled: isBuyer, staleMs: 0 })
  const profile = useProfile('buyer', { enabled: isBuyer })
  if (isBuyer && (!addresses.isFetchedAfterMount || profile.isPending)) return undefined
  const [last] = addresses.data ?? []
  return {
    addresses: addresses.data ?? [],
    defaults: {
      deliveryAddress: last?.deliveryAddress ?? profile.data?.address ?? '',
      phoneNumber: formatPhone(last?.phoneNumber ?? ''),
      keepAddress: true,
    },
  }
}

const anotherAddress = 'another'
const maxOptionLength = 60

/** The address and phone number of the person who gets books. */
export function ContactFields({
  addresses,
  side = 'buyer',
  seenBy = side === 'buyer' ? 'this seller' : 'this buyer',
}: {
  addresses: Address[]
  side?: Side
  seenBy?: string
}) {
  const { register, setValue } = useFormContext<Contact>()
  const [addressId, setAddressId] = useState(addresses[0]?._id ?? anotherAddress)
  const choose = (id: string) => {
    const address = addresses.find(({ _id }) => _id === id)
    setAddressId(id)
    setValue('deliveryAddress', address?.deliveryAddress ?? '')
    setValue('phoneNumber', formatPhone(address?.phoneNumber ?? ''))
  }
  return (
    <>
      {addresses.length > 0 && (
        <Field label="Send to">
          <Select value={addressId} onChange={(event) => choose(event.target.value)}>
            {addresses.map(({ _id, deliveryAddress, phoneNumber }) => (
              <option key={_id} value={_id}>
                {truncate(deliveryAddress.replace(/\s+/g, ' '), maxOptionLength)},{' '}
                {formatPhone(phoneNumber)}
              </option>
            ))}
            <option value={anotherAddress}>Another address</option>
          </Select>
        </Field>
      )}
      {addressId === anotherAddress && (
        <>
          <TextAreaField
            name="deliveryAddress"
            label="Delivery address"
            autoComplete="street-address"
          />
          <PhoneField name="phoneNumber" label="Phone number" />
          {side === 'buyer' && (
            <Checkbox label="Keep this address for my next offers" {...register('keepAddress')} />
          )}
        </>
      )}
      <p className="text-muted text-sm">
        Only {seenBy} sees your address and phone number, and not any more if there is no deal.
      </p>
    </>
  )
}

const ContactForm = acceptOffer.input.omit({ offerId: true })
type ContactForm = z.input<typeof ContactForm>
type ContactInput = z.output<typeof ContactForm>

type FormProps<E extends Endpoint> = {
  side: Side
  seenBy?: string
  needsAddress?: boolean
  endpoint: E
  toInput: (contact: ContactInput) => EndpointInput<E>
  failed: string
  submitLabel: string
  onClose: () => void
  children?: ReactNode
}
type DialogProps<E extends Endpoint> = FormProps<E> & { title: string; description: string }

/** A dialog in which a person accepts something, with their address if a book comes by post. */
export function ContactDialog<E extends Endpoint>({
  title,
  description,
  ...props
}: DialogProps<E>) {
  const { side, needsAddress = true, onClose } = props
  const contact = useContact(side)
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      {contact || !needsAddress ? (
        <AcceptForm {...props} contact={needsAddress ? contact : undefined} />
      ) : (
        <Loading skeletons={['h-40']} />
      )}
    </Dialog>
  )
}

function AcceptForm<E extends Endpoint>({
  side,
  seenBy,
  endpoint,
  toInput,
  failed,
  submitLabel,
  onClose,
  contact,
  children,
}: FormProps<E> & { contact: ContactChoice | undefined }) {
  const form = useContractForm<ContactForm, ContactInput>(ContactForm, {
    defaultValues: contact?.defaults ?? {},
  })
  const submission = useSubmit(form, endpoint, {
    toInput: ({ keepAddress, ...values }) =>
      toInput({ ...(contact && values), ...(contact && side === 'buyer' && { keepAddress }) }),
    fallback: failed,
    onDone: onClose,
  })
  return (
    <ContractForm form={form} {...submission} submitLabel={submitLabel}>
      {children}
      {contact && (
        <ContactFields
          addresses={contact.addresses}
          side={side}
          {...(seenBy !== undefined && { seenBy })}
        />
      )}
    </ContractForm>
  )
}
