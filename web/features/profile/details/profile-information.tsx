import { type ReactNode, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import {
  BuyerUpdate,
  type Profile,
  SellerUpdate,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { handOversText } from '#contract/common/hand-overs.ts'
import { maxLength } from '#contract/common/policy.ts'
import { useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { HandOversField } from '#web/features/hand-over/hand-overs-field.tsx'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { orNoValue } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input, TextArea } from '#web/ui/inputs/field.tsx'
import { UnsavedChangesGuard } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

const updateFailed = 'Failed to update profile.'
const titles = { buyer: 'Buyer Information', seller: 'Seller Information' } as const

export function ProfileInformation({ side, profile }: { side: Side; profile: Profile }) {
  const [isEditing, setEditing] = useState(false)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const updateCachedProfile = useUpdateCachedProfile(side)
  const toast = useToast()
  const showSaved = (saved: Profile & { message: string }) => {
    updateCachedProfile(saved)
    setEditing(false)
    // The submit button that had the focus is gone.
    toggleRef.current?.focus()
    toast({ text: saved.message, kind: 'success' })
  }
  const EditForm = side === 'buyer' ? BuyerForm : SellerForm
  return (
    <Card
      title={titles[side]}
      action={
        <Button ref={toggleRef} variant="plain" size="sm" onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Cancel' : 'Edit Profile'}
        </Button>
      }
    >
      {isEditing ? (
        <EditForm profile={profile} onSaved={showSaved} onDiscard={() => setEditing(false)} />
      ) : (
        <ProfileFields side={side} profile={profile} />
      )}
    </Card>
  )
}

function ProfileFields({ side, profile }: { side: Side; profile: Profile }) {
  const isShop = profile.sellerType === 'shop owner'
  return (
    <dl className="grid gap-3 text-base">
      <Detail name="Name">{profile.name}</Detail>
      <Detail name="Email">{profile.email}</Detail>
      {side === 'buyer' && <Detail name="Address">{orNoValue(profile.address)}</Detail>}
      {side === 'seller' && <Detail name="Phone">{orNoValue(profile.phone)}</Detail>}
      {side === 'seller' && (
        <Detail name="UPI ID">{profile.upiId ?? <Note>{upiNote}</Note>}</Detail>
      )}
      {side === 'seller' && (
        <Detail name="PIN code">
          {profile.place ? (
            `${profile.place.pinCode}, ${fullPlaceName(profile.place)}`
          ) : (
            <Note>{pinCodeNote}</Note>
          )}
        </Detail>
      )}
      {side === 'seller' && (
        <Detail name="Hand-over">
          {handOversText(profile.handOvers) || <Note>{handOverNote}</Note>}
        </Detail>
      )}
      {isShop && <Detail name="Shop name">{orNoValue(profile.shopName)}</Detail>}
      {isShop && <Detail name="Shop address">{orNoValue(profile.shopAddress)}</Detail>}
    </dl>
  )
}

const upiNote = 'With a UPI ID, buyers can pay you by QR code or UPI app. Add it in Edit Profile.'

const pinCodeNote =
  'With a PIN code, buyers see that your books are near them. Add it in Edit Profile.'

const handOverNote =
  'Buyers choose books that they can collect, or have sent. Say what you offer in Edit Profile.'

const Note = ({ children }: { children: string }) => (
  <span className="font-normal text-muted text-sm">{children}</span>
)

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line font-medium">{children}</dd>
    </div>
  )
}

type EditFormProps = {
  profile: Profile
  onSaved: (saved: Profile & { message: string }) => void
  onDiscard: () => void
}

function BuyerForm({ profile, onSaved, onDiscard }: EditFormProps) {
  const form = useContractForm(BuyerUpdate, {
    defaultValues: { name: profile.name, address: profile.address ?? '' },
  })
  const submission = useSubmit(form, updateBuyerProfile, {
    fallback: () => updateFailed,
    onDone: onSaved,
  })
  const { errors, isDirty } = form.formState
  return (
    <ContractForm form={form} {...submission} submitLabel="Update Profile" narrow>
      <UnsavedChangesGuard hasChanges={isDirty} onDiscard={onDiscard} />
      <NameField registration={form.register('name')} error={errors.name?.message} />
      <EmailField email={profile.email} />
      <AddressField
        label="Address"
        registration={form.register('address')}
        error={errors.address?.message}
      />
    </ContractForm>
  )
}

function SellerForm({ profile, onSaved, onDiscard }: EditFormProps) {
  const isShop = profile.sellerType === 'shop owner'
  const form = useContractForm(SellerUpdate, {
    defaultValues: {
      name: profile.name,
      phone: profile.phone ?? '',
      upiId: profile.upiId ?? '',
      pinCode: profile.place?.pinCode ?? '',
      handOvers: profile.handOvers ?? [],
      ...(isShop && { shopName: profile.shopName ?? '', shopAddress: profile.shopAddress ?? '' }),
    },
  })
  const submission = useSubmit(form, updateSellerProfile, {
    // The raw values: an emptied phone must be sent to be cleared.
    toInput: () => form.getValues(),
    fallback: () => updateFailed,
    onDone: onSaved,
  })
  const { errors, isDirty } = form.formState
  return (
    <ContractForm form={form} {...submission} submitLabel="Update Profile" narrow>
      <UnsavedChangesGuard hasChanges={isDirty} onDiscard={onDiscard} />
      <NameField registration={form.register('name')} error={errors.name?.message} />
      <EmailField email={profile.email} />
      <Field
        label="UPI ID"
        optional
        hint="Buyers see it once an order is agreed on, to pay you by QR code or UPI app."
        error={errors.upiId?.message}
      >
        <Input
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.register('upiId')}
        />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="tel" {...form.register('phone')} />
      </Field>
      <PinCodeField
        typed={form.watch('pinCode') ?? ''}
        optional
        hint="Where your books are. Buyers see the area, never your address."
        error={errors.pinCode?.message}
        input={form.register('pinCode')}
      />
      <HandOversField
        error={errors.handOvers?.message}
        inputOf={() => form.register('handOvers')}
      />
      {isShop && (
        <>
          <Field label="Shop name" error={errors.shopName?.message}>
            <Input autoComplete="organization" {...form.register('shopName')} />
          </Field>
          <AddressField
            label="Shop address"
            registration={form.register('shopAddress')}
            error={errors.shopAddress?.message}
          />
        </>
      )}
    </ContractForm>
  )
}

type FieldProps = { registration: UseFormRegisterReturn; error: string | undefined }

const NameField = ({ registration, error }: FieldProps) => (
  <Field label="Name" error={error}>
    <Input autoComplete="name" {...registration} />
  </Field>
)

const EmailField = ({ email }: { email: string }) => (
  <Field label="Email" hint="Your email can't be changed.">
    <Input type="email" readOnly value={email} />
  </Field>
)

const AddressField = ({ label, registration, error }: FieldProps & { label: string }) => (
  <Field label={label} error={error}>
    <TextArea autoComplete="street-address" maxLength={maxLength.address} {...registration} />
  </Field>
)
