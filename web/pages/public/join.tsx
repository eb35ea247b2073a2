import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { joinShop, readInvite } from '#contract/accounts/shop-helpers.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { useRead } from '#web/api/hooks.ts'
import { Agreement, CredentialFields } from '#web/features/account/sign-up/signup-fields.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { getErrorCode, useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import type { Route } from './+types/join'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Help at a shop · Dobara',
    description: 'Accept an invitation to help at a shop at Dobara.',
    matches,
    path: paths.join,
    isIndexed: false,
  })

/** The token is in the URL's fragment, which is never sent to a server. */
const readToken = (hash: string): string => (hash === '#main' ? '' : hash.slice(1))

export default function Join() {
  const { hash } = useLocation()
  const [token, setToken] = useState(readToken(hash))
  if (readToken(hash) !== '' && readToken(hash) !== token) setToken(readToken(hash))
  const isHydrated = useHydrated()
  const invite = useRead(readInvite, { token }, { enabled: isHydrated && token !== '' })
  const isDead = (isHydrated && token === '') || getErrorCode(invite.error) === 'invite_dead'
  const { shopName } = invite.data ?? {}
  return (
    <main id="main" className="mx-auto flex w-full max-w-md flex-1 flex-col gap-6 px-4 py-10">
      <h1 className="wrap-anywhere font-semibold text-3xl">
        {shopName === undefined ? 'Help at a shop' : `Help at ${shopName}`}
      </h1>
      <div className="flex flex-col gap-4 rounded-box border border-border bg-surface p-6">
        {isDead ? (
          <FormError>{errorCatalog.invite_dead[1]}</FormError>
        ) : (
          <QueryView query={invite} skeletons={['h-17', 'h-17', 'h-17', 'h-11']}>
            {() => <JoinForm key={token} token={token} />}
          </QueryView>
        )}
      </div>
    </main>
  )
}

const JoinInput = joinShop.input.omit({ token: true })

function JoinForm({ token }: { token: string }): ReactNode {
  const form = useContractForm(JoinInput, {
    defaultValues: { name: '', email: '', password: '', refuseCommon: true },
  })
  const navigate = useNavigate()
  const { code, ...submission } = useSubmit(form, joinShop, {
    toInput: (fields) => ({ token, ...fields }),
    fallback: 'Something went wrong',
    done: ({ message }) => message,
    // `replace` removes the token from the history.
    onDone: () => void navigate(`${paths.home}?login=seller`, { replace: true }),
  })
  if (code === 'invite_dead') return <FormError>{errorCatalog.invite_dead[1]}</FormError>
  return (
    <ContractForm form={form} {...submission} submitLabel="Join">
      <p className="text-muted">
        You get your own login. The owner sees your name and email; buyers see your name on
        messages.
      </p>
      <TextField name="name" label="Name" autoComplete="name" />
      <CredentialFields />
      <Agreement />
    </ContractForm>
  )
}
