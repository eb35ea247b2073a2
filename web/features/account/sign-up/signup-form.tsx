import { FormProvider } from 'react-hook-form'
import { BuyerSignup, SellerSignup, signUpBuyer, signUpSeller } from '#contract/accounts/auth.ts'
import {
  OpenBuyerAccount,
  OpenSellerAccount,
  openBuyerAccount,
  openSellerAccount,
} from '#contract/accounts/other-account.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useSession } from '#web/session/session.ts'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import {
  Agreement,
  BuyerFields,
  CredentialFields,
  ReadOnlyEmail,
  SellerFields,
} from './signup-fields.tsx'

export type EnteredFields = { name?: string; address?: string; phone?: string; email?: string }
type Account = { email: string; password: string }
type FormProps = { entered: EnteredFields; onDone: (account: Account) => void }
type SecondFormProps = {
  entered: EnteredFields
  existingAccount: { name: string; email: string }
  /** The page to open with the new account. If undefined, the current page stays. */
  next: string | undefined
  onClose: () => void
}

const forms = { buyer: BuyerForm, seller: SellerForm } as const
const secondForms = { buyer: SecondBuyerForm, seller: SecondSellerForm } as const

type Props = FormProps & Pick<SecondFormProps, 'next' | 'onClose'> & { side: Side }

export function SignupForm({ side, entered, next, onDone, onClose }: Props) {
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
    return (
      <SecondForm entered={entered} existingAccount={profile.data} next={next} onClose={onClose} />
    )
  return <Form entered={entered} onDone={onDone} />
}

const fallback = (error: unknown) =>
  error instanceof UnreachableError ? error.message : 'Something went wrong'

/** Signing up doesn't log in: it shows the server's message, then calls `onDone`. */
const signupOptions = (
  { getValues }: { getValues: () => Account },
  onDone: FormProps['onDone'],
) => ({
  fallback,
  onDone: ({ message }: { message: string }) => {
    window.alert(message)
    const { email, password } = getValues()
    onDone({ email, password })
  },
})

function useSecondSignup(side: Side, { next, onClose }: Pick<SecondFormProps, 'next' | 'onClose'>) {
  const openLogin = useLogin()
  return {
    fallback,
    onDone: ({ message }: { message: string }) => {
      window.alert(message)
      if (next === undefined) onClose()
      else openLogin(side, { next })
    },
  }
}

function BuyerForm({ entered: { name = '', address = '', email = '' }, onDone }: FormProps) {
  const form = useContractForm(BuyerSignup, {
    defaultValues: { name, address, email, password: '', refuseCommon: true },
  })
  const submission = useSubmit(form, signUpBuyer, signupOptions(form, onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <BuyerFields />
        <CredentialFields />
        <Agreement />
      </ContractForm>
    </FormProvider>
  )
}

function SecondBuyerForm({
  entered: { address = '' },
  existingAccount,
  ...leave
}: SecondFormProps) {
  const form = useContractForm(OpenBuyerAccount, {
    defaultValues: { name: existingAccount.name, address },
  })
  const submission = useSubmit(form, openBuyerAccount, useSecondSignup('buyer', leave))
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
    defaultValues: { ...sellerDefaults, name, phone, email, password: '', refuseCommon: true },
  })
  const submission = useSubmit(form, signUpSeller, signupOptions(form, onDone))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <SellerFields />
        <CredentialFields />
        <Agreement />
      </ContractForm>
    </FormProvider>
  )
}

function SecondSellerForm({ entered: { phone = '' }, existingAccount, ...leave }: SecondFormProps) {
  const form = useContractForm(OpenSellerAccount, {
    defaultValues: { ...sellerDefaults, name: existingAccount.name, phone },
  })
  const submission = useSubmit(form, openSellerAccount, useSecondSignup('seller', leave))
  return (
    <FormProvider {...form}>
      <ContractForm form={form} {...submission} submitLabel="Signup">
        <SellerFields />
        <ReadOnlyEmail email={existingAccount.email} />
      </ContractForm>
    </FormProvider>
  )
}
