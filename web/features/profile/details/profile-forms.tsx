import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import {
  BuyerUpdate,
  type Profile,
  SellerUpdate,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { type HandOver, handOversText } from '#contract/common/hand-overs.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { callForEdit } from '#web/api/client.ts'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { HandOversField } from '#web/features/hand-over/hand-overs-field.tsx'
import { PinCodeField } from '#web/features/places/pin-code-field.tsx'
import { usePasswordQuestion } from '#web/features/profile/password-question.tsx'
import { ConflictingChanges } from '#web/forms/conflicting-changes.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { PhoneField, ReadOnlyEmail, TextAreaField, TextField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Checkbox } from '#web/ui/inputs/field.tsx'
import { UnsavedChangesGuard } from '#web/ui/overlays/dialog.tsx'

const updateFailed = 'Failed to update profile.'

const profileFields = {
  name: { label: 'Name' },
  address: { label: 'Address' },
  sharesAddress: {
    label: 'Share my address',
    text: (shares: unknown) => (shares ? 'Yes' : 'No'),
  },
  phone: { label: 'Phone' },
  upiId: { label: 'UPI ID' },
  pinCode: { label: 'PIN code' },
  handOvers: {
    label: 'Hand-over',
    text: (ways: unknown) => handOversText(ways as readonly HandOver[]),
  },
  shopName: { label: 'Shop name' },
  shopAddress: { label: 'Shop address' },
  shopHours: { label: 'Opening hours' },
}

const buyerValues = (profile: Profile) => ({
  name: profile.name,
  address: profile.address ?? '',
  sharesAddress: profile.sharesAddress ?? false,
})

const sellerValues = (profile: Profile) => ({
  name: profile.name,
  phone: formatPhone(profile.phone ?? ''),
  upiId: profile.upiId ?? '',
  pinCode: profile.place?.pinCode ?? '',
  handOvers: profile.handOvers ?? [],
  ...(profile.sellerType === 'shop owner' && {
    shopName: profile.shopName ?? '',
    shopAddress: profile.shopAddress ?? '',
    shopHours: profile.shopHours ?? '',
  }),
})

const useProfileEdit = <In extends FieldValues, Out extends FieldValues>(
  side: Side,
  profile: Profile,
  form: UseFormReturn<In, unknown, Out>,
  toValues: (profile: Profile) => object,
) =>
  useEdit({
    first: profile,
    toValues,
    values: () => form.getValues(),
    setValue: (name, value) =>
      form.setValue(name as Path<In>, value as never, { shouldDirty: true }),
    read: () => callForEdit(accountEndpoints[side].read, {}),
  })

type EditFormProps = {
  profile: Profile
  onSaved: (saved: Profile & { message: string }) => void
  onDiscard: () => void
}

export function BuyerForm({ profile, onSaved, onDiscard }: EditFormProps) {
  const form = useContractForm(BuyerUpdate, { defaultValues: buyerValues(profile) })
  useFormDraft(form, 'profile', { without: ['address'] })
  const edit = useProfileEdit('buyer', profile, form, buyerValues)
  const submission = useSubmit(form, updateBuyerProfile, {
    edit,
    fallback: updateFailed,
    onDone: onSaved,
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Update Profile" narrow>
      <UnsavedChangesGuard hasChanges={form.formState.isDirty} onDiscard={onDiscard} />
      <TextField name="name" label="Name" autoComplete="name" />
      <ReadOnlyEmail email={profile.email} hint="Your email can't be changed." />
      <TextAreaField name="address" label="Address" autoComplete="street-address" />
      <Checkbox
        label="Let sellers in my chats use it for my orders"
        {...form.register('sharesAddress')}
      />
      <ConflictingChanges changes={edit.changes} fields={profileFields} onChoose={edit.choose} />
    </ContractForm>
  )
}

export function SellerForm({ profile, onSaved, onDiscard }: EditFormProps) {
  const form = useContractForm(SellerUpdate, { defaultValues: sellerValues(profile) })
  useFormDraft(form, 'profile', { without: ['phone', 'upiId', 'pinCode', 'shopAddress'] })
  const edit = useProfileEdit('seller', profile, form, sellerValues)
  const { withPassword, question } = usePasswordQuestion({
    title: 'Your password',
    submitLabel: 'Continue',
    fallback: updateFailed,
  })
  const submission = useSubmit(form, updateSellerProfile, {
    edit,
    withPassword,
    // Sends the raw values, because an emptied phone number must be sent to be removed.
    toInput: () => form.getValues(),
    fallback: updateFailed,
    onDone: onSaved,
  })
  const { errors, isDirty } = form.formState
  return (
    <>
      <ContractForm form={form} {...submission} submitLabel="Update Profile" narrow>
        <UnsavedChangesGuard hasChanges={isDirty} onDiscard={onDiscard} />
        <TextField name="name" label="Name" autoComplete="name" />
        <ReadOnlyEmail email={profile.email} hint="Your email can't be changed." />
        <TextField
          name="upiId"
          label="UPI ID"
          optional
          hint="Buyers see it once an order is agreed on, to pay you by QR code or UPI app."
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <PhoneField optional />
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
        {profile.sellerType === 'shop owner' && (
          <>
            <TextField name="shopName" label="Shop name" autoComplete="organization" />
            <TextAreaField name="shopAddress" label="Shop address" autoComplete="street-address" />
            <TextField
              name="shopHours"
              label="Opening hours"
              optional
              hint="For example: Mon to Sat, 10 am to 8 pm"
            />
          </>
        )}
        <ConflictingChanges changes={edit.changes} fields={profileFields} onChoose={edit.choose} />
      </ContractForm>
      {question}
    </>
  )
}
