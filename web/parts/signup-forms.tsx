// Signup of buyers and sellers.
import { FormProvider, useFormContext } from 'react-hook-form'
import { BuyerSignup, SellerSignup, sellerTypes, signUpBuyer, signUpSeller } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { Unreachable } from '#web/data/client.ts'
import { useRead } from '#web/data/hooks.ts'
import { accountCalls } from '#web/data/profile.ts'
import { useSession } from '#web/data/session.ts'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { ContractForm } from './contract-form.tsx'
import { useContractForm, useSubmit } from './form.ts'
import { sellerTypeNames } from './kinds.ts'

/** What was typed at the other forms, by the names of its fields. */
export type Typed = { name?: string; address?: string; phone?: string; email?: string }
/** `own` is what is known of a person who has an account on the other side and is signed in to it. */
type FormProps = { typed: Typed; own: Typed | undefined; onDone: () => void }

export function SignupForm({ side, typed, onDone }: { side: Side; typed: Typed; onDone: () => void }) {
  const session = useSession()
  const other = side === 'buyer' ? 'seller' : 'buyer'
  const isOther = session?.role === other
  const profile = useRead(accountCalls[other].read, {}, { enabled: isOther })
  if (isOther && profile.isPending)
    return (
      <Loading>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-17" />
          <Skeleton className="h-17" />
          <Skeleton className="h-17" />
          <Skeleton className="h-17" />
        </div>
      </Loading>
    )
  const own = isOther && profile.data ? { name: profile.data.name, email: profile.data.email } : undefined
  const Form = side === 'buyer' ? BuyerSignupForm : SellerSignupForm
  return <Form typed={typed} own={own} onDone={onDone} />
}

/** Says the server's word and closes; nobody is logged in by signing up. */
const signup = (onDone: () => void) => ({
  // The error's own text where the server said nothing.
  fallback: (error: unknown) => (error instanceof Unreachable ? error.message : 'Something went wrong'),
  onDone: ({ message }: { message: string }) => {
    window.alert(message)
    onDone()
  },
})

function BuyerSignupForm({ typed, own, onDone }: FormProps) {
  const { name = '', address = '', email = '' } = { ...typed, ...own }
  const form = useContractForm(BuyerSignup, { defaultValues: { name, address, email, password: '' } })
  const { submit, failure, pending } = useSubmit(form, signUpBuyer, signup(onDone))
  const { errors } = form.formState
  return (
    <FormProvider {...form}>
      <ContractForm form={form} submit={submit} failure={failure} pending={pending} action="Signup">
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label="Address" error={errors.address?.message}>
          <Input autoComplete="street-address" {...form.register('address')} />
        </Field>
        <NewCredentials side="buyer" own={own !== undefined} />
      </ContractForm>
    </FormProvider>
  )
}

function SellerSignupForm({ typed, own, onDone }: FormProps) {
  const { name = '', phone = '', email = '' } = { ...typed, ...own }
  const form = useContractForm(SellerSignup, {
    defaultValues: { name, sellerType: 'student', shopName: '', shopAddress: '', phone, email, password: '' },
  })
  const { submit, failure, pending } = useSubmit(form, signUpSeller, signup(onDone))
  const { errors } = form.formState
  // What a student's form doesn't show must not be sent.
  const forgetShop = () => {
    form.resetField('shopName', { defaultValue: '' })
    form.resetField('shopAddress', { defaultValue: '' })
  }
  return (
    <FormProvider {...form}>
      <ContractForm form={form} submit={submit} failure={failure} pending={pending} action="Signup">
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label="Seller type" error={errors.sellerType?.message}>
          <Select {...form.register('sellerType', { onChange: forgetShop })}>
            {sellerTypes.map((type) => (
              <option key={type} value={type}>
                {sellerTypeNames[type]}
              </option>
            ))}
          </Select>
        </Field>
        {form.watch('sellerType') === 'shop owner' && (
          <>
            <Field label="Shop name" error={errors.shopName?.message}>
              <Input autoComplete="organization" {...form.register('shopName')} />
            </Field>
            <Field label="Shop address" error={errors.shopAddress?.message}>
              <Input autoComplete="street-address" {...form.register('shopAddress')} />
            </Field>
          </>
        )}
        <Field label="Phone" optional error={errors.phone?.message}>
          <Input type="tel" inputMode="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
        <NewCredentials side="seller" own={own !== undefined} />
      </ContractForm>
    </FormProvider>
  )
}

/** Who is signed in on the other side opens a second account of their own: it shares the email, and may have another password. */
function NewCredentials({ side, own }: { side: Side; own: boolean }) {
  const { register, formState } = useFormContext<{ email: string; password: string }>()
  const { errors } = formState
  const email = own ? { hint: 'The same as that of the account you have: you switch between the two without a second login.' } : {}
  const password = own ? `At least 8 characters. With it you can also log in to your ${side} account by itself.` : 'At least 8 characters.'
  return (
    <>
      <Field label="Email" error={errors.email?.message} {...email}>
        <Input type="email" inputMode="email" autoComplete="username" readOnly={own} {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint={password}>
        <Input type="password" autoComplete="new-password" {...register('password')} />
      </Field>
    </>
  )
}
