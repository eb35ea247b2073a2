import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { sellerTypes } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { sellerTypeLabels } from '#web/features/account/labels.ts'
import {
  EmailField,
  PasswordField,
  PhoneField,
  SelectField,
  TextField,
} from '#web/forms/fields.tsx'
import { paths } from '#web/paths.ts'

const sellerTypeOptions = sellerTypes.map((type) => [type, sellerTypeLabels[type]] as const)

export function AccountFields({ side }: { side: Side }) {
  const { resetField, watch } = useFormContext()
  // These fields are hidden from students, so their values must not be sent.
  const clearShopFields = () => {
    resetField('shopName', { defaultValue: '' })
    resetField('shopAddress', { defaultValue: '' })
  }
  const name = <TextField name="name" label="Name" autoComplete="name" />
  if (side === 'buyer')
    return (
      <>
        {name}
        <TextField name="address" label="Address" autoComplete="street-address" />
      </>
    )
  return (
    <>
      {name}
      <SelectField
        name="sellerType"
        label="Seller type"
        options={sellerTypeOptions}
        onChange={clearShopFields}
      />
      {watch('sellerType') === 'shop owner' && (
        <>
          <TextField name="shopName" label="Shop name" autoComplete="organization" />
          <TextField name="shopAddress" label="Shop address" autoComplete="street-address" />
        </>
      )}
      <PhoneField optional />
    </>
  )
}

export const CredentialFields = () => (
  <>
    <EmailField />
    <PasswordField autoComplete="new-password" hint="At least 8 characters." />
  </>
)

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
