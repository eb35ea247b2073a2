import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Side } from '#contract/common/endpoint.ts'
import { truncate } from '#contract/common/truncate.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type Address, listAddresses } from '#contract/orders/addresses.ts'
import { useRead } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { PhoneField, TextAreaField } from '#web/forms/fields.tsx'
import { Checkbox, Field, Select } from '#web/ui/inputs/field.tsx'

export type Contact = { deliveryAddress: string; phoneNumber: string; keepAddress: boolean }

type ContactChoice = { defaults: Contact; addresses: Address[] }

/**
 * Where the buyer's fields begin: the address used last, else the one from the sign-up; undefined
 * while it is loading. Sellers begin with none: they give one in an exchange by post only.
 */
export function useContact(side: Side): ContactChoice | undefined {
  const isBuyer = side === 'buyer'
  const addresses = useRead(listAddresses, {}, { enabled: isBuyer })
  const profile = useProfile('buyer', { enabled: isBuyer })
  // The fields begin with the latest; a refresh later on must not take them away.
  const [hasBegun, setBegun] = useState(!isBuyer)
  if (!hasBegun) {
    if (addresses.isPending || addresses.isFetching || profile.isPending) return undefined
    setBegun(true)
  }
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

/** The address and phone of the person who gets books. A seller in a swap has no saved addresses. */
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
