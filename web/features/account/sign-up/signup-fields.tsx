import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { sellerTypes } from '#contract/accounts/auth.ts'
import { sellerTypeLabels } from '#web/features/account/labels.ts'
import { paths } from '#web/paths.ts'
import { Field, Input, Select } from '#web/ui/inputs/field.tsx'

export function BuyerFields() {
  const { register, formState } = useFormContext<{ name: string; address: string }>()
  const { errors } = formState
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <Field label="Address" error={errors.address?.message}>
        <Input autoComplete="street-address" {...register('address')} />
      </Field>
    </>
  )
}

type SellerValues = {
  name: string
  sellerType: string
  shopName: string
  shopAddress: string
  phone: string
}

export function SellerFields() {
  const { register, formState, resetField, watch } = useFormContext<SellerValues>()
  const { errors } = formState
  // Hidden fields must not be sent.
  const clearShopFields = () => {
    resetField('shopName', { defaultValue: '' })
    resetField('shopAddress', { defaultValue: '' })
  }
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <Field label="Seller type" error={errors.sellerType?.message}>
        <Select {...register('sellerType', { onChange: clearShopFields })}>
          {sellerTypes.map((type) => (
            <option key={type} value={type}>
              {sellerTypeLabels[type]}
            </option>
          ))}
        </Select>
      </Field>
      {watch('sellerType') === 'shop owner' && (
        <>
          <Field label="Shop name" error={errors.shopName?.message}>
            <Input autoComplete="organization" {...register('shopName')} />
          </Field>
          <Field label="Shop address" error={errors.shopAddress?.message}>
            <Input autoComplete="street-address" {...register('shopAddress')} />
          </Field>
        </>
      )}
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="tel" {...register('phone')} />
      </Field>
    </>
  )
}

export function CredentialFields() {
  const { register, formState } = useFormContext<{ email: string; password: string }>()
  const { errors } = formState
  return (
    <>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="username" {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint="At least 8 characters.">
        <Input type="password" autoComplete="new-password" {...register('password')} />
      </Field>
    </>
  )
}

const newTab = { target: '_blank', rel: 'noreferrer', className: 'underline' } as const

/** The links open in new tabs, so that the form keeps its input. */
export const Agreement = () => (
  <p className="text-muted text-sm">
    By signing up you agree to the{' '}
    <Link to={paths.terms} {...newTab}>
      terms<span className="sr-only"> (opens in a new tab)</span>
    </Link>
    ; how we treat your data is under{' '}
    <Link to={paths.privacy} {...newTab}>
      privacy<span className="sr-only"> (opens in a new tab)</span>
    </Link>
    . Under 18? A parent or guardian has to agree.
  </p>
)

/** Replaces email and password when a signed-in person opens their second account. */
export function ReadOnlyEmail({ email }: { email: string }) {
  return (
    <Field
      label="Email"
      hint={
        'Both accounts share this email and its password, so you can switch between them ' +
        'without logging in again.'
      }
    >
      <Input type="email" autoComplete="username" value={email} readOnly />
    </Field>
  )
}
