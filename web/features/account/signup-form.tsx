import { FormProvider } from 'react-hook-form'
import { BuyerSignup, SellerSignup, signUpBuyer, signUpSeller } from '#contract/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import {
  OpenBuyerAccount,
  OpenSellerAccount,
  openBuyerAccount,
  openSellerAccount,
} from '#contract/second-account.ts'
import { useRead } from '#web/api/hooks.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useSession } from '#web/session/session.ts'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { BuyerFields, CredentialFields, ReadOnlyEmail, SellerFields } from './signup-fields.tsx'
import { accountEndpoints } from './use-profile.ts'

/** What was entered in the other forms, by field name. */
export type EnteredFields = { name?: string; address?: string; phone?: string; email?: string }
type FormProps = { entered: EnteredFields; onDone: () => void }
type SecondFormProps = FormProps & { existingAccount: { name: string; email: string } }

const forms = { buyer: BuyerForm, seller: SellerForm } as const
const secondForms = { buyer: SecondBuyerForm, seller: SecondSellerForm } as const

export function SignupForm({ side, entered, onDone }: FormProps & { side: Side }) {
  const session = useSession()
  const otherSide = side === 'buyer' ? 'seller' : 'buyer'
  const hasOtherAccount = session?.role === otherSide
  const profile = useRead(accountEndpoints[otherSide].read, {}, { enabled: hasOtherAccount })
  if (hasOtherAccount && profile.isPending)
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
  if (hasOtherAccount && profile.data)
    return <SecondForm entered={entered} existingAccount={profile.data} onDone={onDone} />
  return <Form entered={entered} onDone={onDone} />
}

/** Signing up doesn't log in: shows the server's message and closes. */
const signupOptions = (onDone: () => void) => ({
  fallback: (error: unknown) =>
    error instanceof UnreachableError ? error.message : 'Something went wrong',
  onDone: ({ message }: { message: string }) => {
    window.alert(message)
    onDone()
  },
})

function BuyerForm({ entered: { name = '', address = '', email = '' }, onDone }: FormProps) {
  const form = useContractForm(BuyerSignup, {
    defaultValues: { name, address, email, password: '' },
  })
  const submission = useSubmit(form, signUpBuyer, signupOptions(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <BuyerFields />
        <CredentialFields />
      </ContractForm>
    </FormProvider>
  )
}

function SecondBuyerForm({ entered: { address = '' }, existingAccount, onDone }: SecondFormProps) {
  const form = useContractForm(OpenBuyerAccount, {
    defaultValues: { name: existingAccount.name, address },
  })
  const submission = useSubmit(form, openBuyerAccount, signupOptions(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <BuyerFields />
        <ReadOnlyEmail email={existingAccount.email} />
      </ContractForm>
    </FormProvider>
  )
}

const sellerDefaults = { sellerType: 'student', shopName: '', shopAddress: '' } as const

function SellerForm({ entered: { name = '', phone = '', email = '' }, onDone }: FormProps) {
  const form = useContractForm(SellerSignup, {
    defaultValues: { ...sellerDefaults, name, phone, email, password: '' },
  })
  const submission = useSubmit(form, signUpSeller, signupOptions(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <SellerFields />
        <CredentialFields />
      </ContractForm>
    </FormProvider>
  )
}

function SecondSellerForm({ entered: { phone = '' }, existingAccount, onDone }: SecondFormProps) {
  const form = useContractForm(OpenSellerAccount, {
    defaultValues: { ...sellerDefaults, name: existingAccount.name, phone },
  })
  const submission = useSubmit(form, openSellerAccount, signupOptions(onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <SellerFields />
        <ReadOnlyEmail email={existingAccount.email} />
      </ContractForm>
    </FormProvider>
  )
}
