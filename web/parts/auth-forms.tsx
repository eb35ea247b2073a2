// Login and signup of buyers and sellers, and the way to a new password.
import { useState } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { BuyerSignup, logInBuyer, logInSeller, SellerSignup, type Session, sellerTypes, signUpBuyer, signUpSeller } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { Unreachable } from '#web/data/client.ts'
import { keepSession } from '#web/data/session.ts'
import { landing } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { ContractForm } from './contract-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { useContractForm, useSubmit } from './form.ts'
import { sellerTypeNames } from './kinds.ts'

const names = { buyer: 'Buyer', seller: 'Seller' } as const

type Mode = 'login' | 'signup' | 'forgot'
type Props = { side: Side; startsWith: Mode; next: string | undefined; onClose: () => void }

/** The way from each form to another. */
const turns: Record<Mode, { to: Mode; text: string }> = {
  login: { to: 'signup', text: "Don't have an account? Signup" },
  signup: { to: 'login', text: 'Already have an account? Login' },
  forgot: { to: 'login', text: 'Back to Login' },
}

export default function AuthForms({ side, startsWith, next, onClose }: Props) {
  const [mode, setMode] = useState(startsWith)
  // Whoever has typed it at the login needn't type it again.
  const [email, setEmail] = useState('')
  const Signup = side === 'buyer' ? BuyerSignupForm : SellerSignupForm
  const title = mode === 'forgot' ? 'Forgot password' : `${mode === 'signup' ? 'Signup' : 'Login'} as ${names[side]}`
  const forgot = (typed: string) => {
    setEmail(typed)
    setMode('forgot')
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      {mode === 'signup' && <Signup onDone={onClose} />}
      {mode === 'login' && <LoginForm side={side} next={next} onForgot={forgot} />}
      {mode === 'forgot' && <ForgotForm side={side} email={email} />}
      <p className="pt-4 text-center">
        <button
          type="button"
          className="min-h-11 font-medium text-leaf underline underline-offset-4"
          onClick={() => setMode(turns[mode].to)}
        >
          {turns[mode].text}
        </button>
      </p>
    </Dialog>
  )
}

type LoginProps = { side: Side; next: string | undefined; onForgot: (email: string) => void }

function LoginForm({ side, next, onForgot }: LoginProps) {
  const point = side === 'buyer' ? logInBuyer : logInSeller
  const navigate = useNavigate()
  const form = useContractForm(point.input, { defaultValues: { email: '', password: '' } })
  const enter = (session: Session) => {
    window.alert(session.message)
    keepSession(session)
    void navigate(next ?? landing[session.role], { replace: true })
  }
  const { submit, failure, pending } = useSubmit(form, point, { fallback: () => 'Login failed.', onDone: enter })
  const { errors } = form.formState
  return (
    <ContractForm form={form} submit={submit} failure={failure} pending={pending} action="Login">
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button look="quiet" size="sm" className="-mt-2 -ml-3 self-start" onClick={() => onForgot(form.getValues('email'))}>
        Forgot password?
      </Button>
    </ContractForm>
  )
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

function BuyerSignupForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(BuyerSignup, { defaultValues: { name: '', address: '', email: '', password: '' } })
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
        <NewCredentials />
      </ContractForm>
    </FormProvider>
  )
}

function SellerSignupForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(SellerSignup, {
    defaultValues: { name: '', sellerType: 'student', shopName: '', shopAddress: '', phone: '', email: '', password: '' },
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
        <NewCredentials />
      </ContractForm>
    </FormProvider>
  )
}

function NewCredentials() {
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
