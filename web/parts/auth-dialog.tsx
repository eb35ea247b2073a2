// Login and signup of buyers and sellers, over whatever page is open.
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BuyerSignup, logInBuyer, logInSeller, SellerSignup, type Session, sellerTypes, signUpBuyer, signUpSeller } from '#contract/auth.ts'
import { Unreachable } from '#web/data/client.ts'
import { useWrite } from '#web/data/hooks.ts'
import { keepSession } from '#web/data/session.ts'
import { landing, safeNext } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError, Input, Select } from '#web/ui/field.tsx'
import { placeRefusal, useContractForm } from './form.ts'

type Side = 'buyer' | 'seller'
const names = { buyer: 'Buyer', seller: 'Seller' } as const

/** The modal that `?login=buyer` or `?login=seller` opens. */
export function AuthDialog() {
  const [params, setParams] = useSearchParams()
  const side = params.get('login')
  const close = () =>
    setParams(
      (kept) => {
        for (const name of ['login', 'signup', 'next']) kept.delete(name)
        return kept
      },
      { replace: true, preventScrollReset: true },
    )
  if (side !== 'buyer' && side !== 'seller') return null
  return <AuthForms key={side} side={side} startsWithSignup={params.has('signup')} next={safeNext(params.get('next'))} onClose={close} />
}

function AuthForms({
  side,
  startsWithSignup,
  next,
  onClose,
}: {
  side: Side
  startsWithSignup: boolean
  next: string | undefined
  onClose: () => void
}) {
  const [signup, setSignup] = useState(startsWithSignup)
  return (
    <Dialog open onClose={onClose} title={`${signup ? 'Signup' : 'Login'} as ${names[side]}`}>
      {signup ? (
        side === 'buyer' ? (
          <BuyerSignupForm onDone={onClose} />
        ) : (
          <SellerSignupForm onDone={onClose} />
        )
      ) : (
        <LoginForm side={side} next={next} />
      )}
      <p className="pt-4 text-center">
        <button type="button" className="min-h-11 font-medium text-leaf underline underline-offset-4" onClick={() => setSignup(!signup)}>
          {signup ? 'Already have an account? Login' : "Don't have an account? Signup"}
        </button>
      </p>
    </Dialog>
  )
}

function LoginForm({ side, next }: { side: Side; next: string | undefined }) {
  const point = side === 'buyer' ? logInBuyer : logInSeller
  const navigate = useNavigate()
  const form = useContractForm(point.input, { defaultValues: { email: '', password: '' } })
  const [failure, setFailure] = useState<string>()
  const login = useWrite(point)
  const submit = form.handleSubmit(async (_, event) => {
    event?.preventDefault()
    setFailure(undefined)
    try {
      const session = await login.run(form.getValues())
      if (session) finish(session)
    } catch (error) {
      setFailure(placeRefusal(form, error, 'Login failed.'))
    }
  })
  const finish = (session: Session) => {
    window.alert(session.message)
    keepSession(session)
    void navigate(next ?? landing[session.role], { replace: true })
  }
  const { errors } = form.formState
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <FormError>{failure}</FormError>
      <Button type="submit" pending={login.pending}>
        Login
      </Button>
    </form>
  )
}

/** The error's own text where the server said nothing. */
const signupFallback = (error: unknown) => (error instanceof Unreachable ? error.message : 'Something went wrong')

function BuyerSignupForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(BuyerSignup, { defaultValues: { name: '', address: '', email: '', password: '' } })
  const [failure, setFailure] = useState<string>()
  const signup = useWrite(signUpBuyer)
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const said = await signup.run(values)
      if (!said) return
      window.alert(said.message)
      onDone()
    } catch (error) {
      setFailure(placeRefusal(form, error, signupFallback(error)))
    }
  })
  const { errors } = form.formState
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label="Address" error={errors.address?.message}>
        <Input autoComplete="street-address" {...form.register('address')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint="At least 8 characters.">
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <FormError>{failure}</FormError>
      <Button type="submit" pending={signup.pending}>
        Signup
      </Button>
    </form>
  )
}

const sellerTypeNames = { 'shop owner': 'Shop owner', student: 'Student' } as const

function SellerSignupForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(SellerSignup, {
    defaultValues: { name: '', sellerType: 'student', shopName: '', shopAddress: '', phone: '', email: '', password: '' },
  })
  const [failure, setFailure] = useState<string>()
  const signup = useWrite(signUpSeller)
  const owner = form.watch('sellerType') === 'shop owner'
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const said = await signup.run(values)
      if (!said) return
      window.alert(said.message)
      onDone()
    } catch (error) {
      setFailure(placeRefusal(form, error, signupFallback(error)))
    }
  })
  const { errors } = form.formState
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label="Seller type" error={errors.sellerType?.message}>
        <Select
          {...form.register('sellerType', {
            // What a student's form doesn't show must not be sent.
            onChange: () => form.resetField('shopName', { defaultValue: '' }) ?? form.resetField('shopAddress', { defaultValue: '' }),
          })}
        >
          {sellerTypes.map((type) => (
            <option key={type} value={type}>
              {sellerTypeNames[type]}
            </option>
          ))}
        </Select>
      </Field>
      {owner && (
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
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message} hint="At least 8 characters.">
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <FormError>{failure}</FormError>
      <Button type="submit" pending={signup.pending}>
        Signup
      </Button>
    </form>
  )
}
