import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
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
import { Loading } from '#web/ui/loading/loading.tsx'
import { AccountFields, Agreement, CredentialFields, ReadOnlyEmail } from './signup-fields.tsx'

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

type Props = FormProps & Pick<SecondFormProps, 'next' | 'onClose'> & { side: Side }

export function SignupForm({ side, entered, next, onDone, onClose }: Props) {
  const session = useSession()
  const otherSide = side === 'buyer' ? 'seller' : 'buyer'
  const hasOtherAccount = session?.role === otherSide
  const profile = useRead(accountEndpoints[otherSide].read, {}, { enabled: hasOtherAccount })
  if (hasOtherAccount && profile.isPending)
    return <Loading skeletons={Array(3).fill('h-17')} className="flex flex-col gap-4" />
  if (hasOtherAccount && profile.data)
    return <SecondForm {...{ side, entered, next, onClose }} existingAccount={profile.data} />
  return <FirstForm {...{ side, entered, onDone }} />
}

const fallback = (error: unknown) =>
  error instanceof UnreachableError ? error.message : 'Something went wrong'

const first = {
  buyer: { schema: BuyerSignup as z.ZodType<object, FieldValues>, endpoint: signUpBuyer },
  seller: { schema: SellerSignup as z.ZodType<object, FieldValues>, endpoint: signUpSeller },
} as const
const second = {
  buyer: { schema: OpenBuyerAccount as z.ZodType<object, FieldValues>, endpoint: openBuyerAccount },
  seller: {
    schema: OpenSellerAccount as z.ZodType<object, FieldValues>,
    endpoint: openSellerAccount,
  },
} as const

const defaultsOf = (side: Side, { name = '', address = '', phone = '' }: EnteredFields) =>
  side === 'buyer'
    ? { name, address }
    : { name, phone, sellerType: 'student', shopName: '', shopAddress: '' }

/**
 * Signs up without logging in: shows the server's message, then passes on the new email and
 * password.
 */
function FirstForm({ side, entered, onDone }: FormProps & { side: Side }) {
  const { schema, endpoint } = first[side]
  const form = useContractForm<FieldValues, object>(schema, {
    defaultValues: {
      ...defaultsOf(side, entered),
      ...{ email: entered.email ?? '', password: '', refuseCommon: true },
    },
  })
  const submission = useSubmit(form, endpoint, {
    fallback,
    onDone: ({ message }) => {
      window.alert(message)
      const { email, password } = form.getValues() as Account
      onDone({ email, password })
    },
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Signup">
      <AccountFields side={side} />
      <CredentialFields />
      <Agreement />
    </ContractForm>
  )
}

function SecondForm({
  side,
  entered,
  existingAccount: { name, email },
  next,
  onClose,
}: SecondFormProps & { side: Side }) {
  const { schema, endpoint } = second[side]
  const openLogin = useLogin()
  const form = useContractForm<FieldValues, object>(schema, {
    defaultValues: defaultsOf(side, { ...entered, name }),
  })
  const submission = useSubmit(form, endpoint, {
    fallback,
    onDone: ({ message }) => {
      window.alert(message)
      if (next === undefined) onClose()
      else openLogin(side, { next })
    },
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Signup">
      <AccountFields side={side} />
      <ReadOnlyEmail email={email} />
    </ContractForm>
  )
}
