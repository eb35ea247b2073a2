// What one has told of oneself: to be read, and to be edited.
import { type ReactNode, useRef, useState } from 'react'
import {
  BuyerUpdate,
  type Profile,
  SellerUpdate,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts.ts'
import type { Side } from '#contract/endpoint.ts'
import { useKeepProfile } from '#web/features/account/use-profile.ts'
import { orNoValue } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { KeepEntered } from '#web/ui/dialog.tsx'
import { Field, Input, TextArea } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

const titles = { buyer: 'Buyer Information', seller: 'Seller Information' } as const

export function ProfileInformation({ side, profile }: { side: Side; profile: Profile }) {
  const [editing, setEditing] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const keep = useKeepProfile(side)
  const toast = useToast()
  const saved = (answer: Profile & { message: string }) => {
    keep(answer)
    setEditing(false)
    // The button that was pressed is gone.
    toggle.current?.focus()
    toast({ text: answer.message, kind: 'good' })
  }
  const Edit = side === 'buyer' ? BuyerEdit : SellerEdit
  return (
    <Card
      title={titles[side]}
      action={
        <Button ref={toggle} look="plain" size="sm" onClick={() => setEditing(!editing)}>
          {editing ? 'Cancel' : 'Edit Profile'}
        </Button>
      }
    >
      {editing ? (
        <Edit profile={profile} onSaved={saved} onDiscard={() => setEditing(false)} />
      ) : (
        <Facts side={side} profile={profile} />
      )}
    </Card>
  )
}

function Facts({ side, profile }: { side: Side; profile: Profile }) {
  const isShop = profile.sellerType === 'shop owner'
  return (
    <dl className="grid gap-3 text-base">
      <Fact name="Name">{profile.name}</Fact>
      <Fact name="Email">{profile.email}</Fact>
      {side === 'buyer' && <Fact name="Address">{orNoValue(profile.address)}</Fact>}
      {side === 'seller' && <Fact name="Phone">{orNoValue(profile.phone)}</Fact>}
      {isShop && <Fact name="Shop name">{orNoValue(profile.shopName)}</Fact>}
      {isShop && <Fact name="Shop address">{orNoValue(profile.shopAddress)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line font-medium">{children}</dd>
    </div>
  )
}

type EditProps = {
  profile: Profile
  onSaved: (answer: Profile & { message: string }) => void
  onDiscard: () => void
}

function BuyerEdit({ profile, onSaved, onDiscard }: EditProps) {
  const form = useContractForm(BuyerUpdate, {
    defaultValues: { name: profile.name, address: profile.address ?? '' },
  })
  const submit = useSubmit(form, updateBuyerProfile, {
    fallback: () => 'Failed to update profile.',
    onDone: onSaved,
  })
  const { errors } = form.formState
  return (
    <ContractForm form={form} {...submit} action="Update Profile" narrow>
      <KeepEntered touched={form.formState.isDirty} onDiscard={onDiscard} />
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Email email={profile.email} />
      <Field label="Address" error={errors.address?.message}>
        <TextArea autoComplete="street-address" maxLength={300} {...form.register('address')} />
      </Field>
    </ContractForm>
  )
}

function SellerEdit({ profile, onSaved, onDiscard }: EditProps) {
  const isShop = profile.sellerType === 'shop owner'
  const form = useContractForm(SellerUpdate, {
    defaultValues: {
      name: profile.name,
      phone: profile.phone ?? '',
      ...(isShop && { shopName: profile.shopName ?? '', shopAddress: profile.shopAddress ?? '' }),
    },
  })
  const submit = useSubmit(form, updateSellerProfile, {
    // As it was entered: an emptied phone is sent, to be cleared.
    toAsk: () => form.getValues(),
    fallback: () => 'Failed to update profile.',
    onDone: onSaved,
  })
  const { errors } = form.formState
  return (
    <ContractForm form={form} {...submit} action="Update Profile" narrow>
      <KeepEntered touched={form.formState.isDirty} onDiscard={onDiscard} />
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Email email={profile.email} />
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="tel" {...form.register('phone')} />
      </Field>
      {isShop && (
        <>
          <Field label="Shop name" error={errors.shopName?.message}>
            <Input autoComplete="organization" {...form.register('shopName')} />
          </Field>
          <Field label="Shop address" error={errors.shopAddress?.message}>
            <TextArea
              autoComplete="street-address"
              maxLength={300}
              {...form.register('shopAddress')}
            />
          </Field>
        </>
      )}
    </ContractForm>
  )
}

const Email = ({ email }: { email: string }) => (
  <Field label="Email" hint="Your email can't be changed.">
    <Input type="email" readOnly value={email} />
  </Field>
)
