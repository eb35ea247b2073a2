import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { signUpBuyer, signUpSeller } from '#contract/accounts/auth.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/accounts/other-account.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { ReadOnlyEmail } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useSession } from '#web/session/session.ts'
import { Loading } from '#web/ui/loading/loading.tsx'
import { AccountFields, Agreement, CredentialFields } from './signup-fields.tsx'

export type EnteredFields = { name?: string; address?: string; phone?: string; email?: string }
type NewAccount = { email: string; password: string }
type Props = {
  side: Side
  entered: EnteredFields
  /** The page to open after a second account was created. If undefined, the current page stays. */
  next: string | undefined
  /**
   * Called with the email and password of the person's first account, which isn't logged in yet.
   */
  onDone: (account: NewAccount) => void
  onClose: () => void
}

export function SignupForm(props: Props) {
  const other = otherSide(props.side)
  const hasOtherAccount = useSession()?.role === other
  const profile = useRead(accountEndpoints[other].read, {}, { enabled: hasOtherAccount })
  if (hasOtherAccount && profile.isPending)
    return <Loading skeletons={Array(3).fill('h-17')} className="flex flex-col gap-4" />
  const existing = hasOtherAccount ? profile.data : undefined
  return <Form key={existing?.email} {...props} existing={existing} />
}

const fallback = (error: unknown) =>
  error instanceof UnreachableError ? error.message : 'Something went wrong'

const endpoints = {
  buyer: { first: signUpBuyer, second: openBuyerAccount },
  seller: { first: signUpSeller, second: openSellerAccount },
} as const

const defaultsOf = (side: Side, { name = '', address = '', phone = '' }: EnteredFields) =>
  side === 'buyer'
    ? { name, address }
    : { name, phone, sellerType: 'student', shopName: '', shopAddress: '' }

type FormProps = Props & {
  /** The person's other account, which shares its email and password. */
  existing: { name: string; email: string } | undefined
}

function Form({ side, entered, existing, next, onDone, onClose }: FormProps) {
  const endpoint = endpoints[side][existing ? 'second' : 'first']
  const openLogin = useLogin()
  const form = useContractForm(endpoint.input as z.ZodType<object, FieldValues>, {
    defaultValues: existing
      ? defaultsOf(side, { ...entered, name: existing.name })
      : {
          ...defaultsOf(side, entered),
          email: entered.email ?? '',
          password: '',
          refuseCommon: true,
        },
  })
  const submission = useSubmit(form, endpoint, {
    fallback,
    onDone: ({ message }) => {
      window.alert(message)
      if (!existing) onDone(form.getValues() as NewAccount)
      else if (next === undefined) onClose()
      else openLogin(side, { next })
    },
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Signup">
      <AccountFields side={side} />
      {existing ? (
        <ReadOnlyEmail
          email={existing.email}
          hint="Both accounts share this email and its password, so you can switch between them without logging in again."
        />
      ) : (
        <>
          <CredentialFields />
          <Agreement />
        </>
      )}
    </ContractForm>
  )
}
