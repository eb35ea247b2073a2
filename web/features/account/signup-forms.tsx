// Signup of buyers and sellers: by a form, or as the second account of a person who is signed in.
import { FormProvider } from 'react-hook-form'
import { BuyerSignup, SellerSignup, signUpBuyer, signUpSeller } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import {
  OpenBuyerAccount,
  OpenSellerAccount,
  openBuyerAccount,
  openSellerAccount,
} from '#contract/second-account.ts'
import { UnreachableError } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useSession } from '#web/session/session.ts'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { BuyerFields, NewCredentials, OwnEmail, SellerFields } from './signup-fields.tsx'
import { accountCalls } from './use-profile.ts'

/** What was typed at the other forms, by the names of its fields. */
export type Typed = { name?: string; address?: string; phone?: string; email?: string }
type FormProps = { typed: Typed; onDone: () => void }
/** `own` is the name and the email of the account on the other side. */
type OpenProps = FormProps & { own: { name: string; email: string } }

const forms = { buyer: BuyerForm, seller: SellerForm } as const
const secondForms = { buyer: SecondBuyerForm, seller: SecondSellerForm } as const

export function SignupForm({ side, typed, onDone }: FormProps & { side: Side }) {
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
        </div>
      </Loading>
    )
  const [Form, SecondForm] = [forms[side], secondForms[side]]
  if (isOther && profile.data)
    return <SecondForm typed={typed} own={profile.data} onDone={onDone} />
  return <Form typed={typed} onDone={onDone} />
}

/** Says the server's word and closes; nobody is logged in by signing up. */
const signup = (onDone: () => void) => ({
  // The error's own text where the server said nothing.
  fallback: (error: unknown) =>
    error instanceof UnreachableError ? error.message : 'Something went wrong',
  onDone: ({ message }: { message: string }) => {
    window.alert(message)
    onDone()
  },
})

function BuyerForm({ typed: { name = '', address = '', email = '' }, onDone }: FormProps) {
  const form = useContractForm(BuyerSignup, {
    defaultValues: { name, address, email, password: '' },
  })
  const sending = useSubmit(form, signUpBuyer, signup(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...sending} action="Signup">
        <BuyerFields />
        <NewCredentials />
      </ContractForm>
    </FormProvider>
  )
}

function SecondBuyerForm({ typed: { address = '' }, own, onDone }: OpenProps) {
  const form = useContractForm(OpenBuyerAccount, { defaultValues: { name: own.name, address } })
  const sending = useSubmit(form, openBuyerAccount, signup(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...sending} action="Signup">
        <BuyerFields />
        <OwnEmail email={own.email} />
      </ContractForm>
    </FormProvider>
  )
}

const noShop = { sellerType: 'student', shopName: '', shopAddress: '' } as const

function SellerForm({ typed: { name = '', phone = '', email = '' }, onDone }: FormProps) {
  const form = useContractForm(SellerSignup, {
    defaultValues: { ...noShop, name, phone, email, password: '' },
  })
  const sending = useSubmit(form, signUpSeller, signup(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...sending} action="Signup">
        <SellerFields />
        <NewCredentials />
      </ContractForm>
    </FormProvider>
  )
}

function SecondSellerForm({ typed: { phone = '' }, own, onDone }: OpenProps) {
  const form = useContractForm(OpenSellerAccount, {
    defaultValues: { ...noShop, name: own.name, phone },
  })
  const sending = useSubmit(form, openSellerAccount, signup(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...sending} action="Signup">
        <SellerFields />
        <OwnEmail email={own.email} />
      </ContractForm>
    </FormProvider>
  )
}
