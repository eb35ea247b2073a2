import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { resetPassword } from '#contract/accounts/auth.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { NewPasswordFields, requireMatch } from '#web/features/account/new-password-fields.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { pageMeta } from '#web/pages/page-meta.ts'
import { forgotPasswordPath, paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Choose a new password · Dobara',
    description: 'Choose a new password for your account at Dobara.',
    matches,
    path: paths.resetPassword,
    isIndexed: false,
  })

/**
 * Returns the token from the URL's fragment, which is never sent to a server. '#main' is the
 * fragment of the skip link.
 */
const readToken = (hash: string): string => (hash === '#main' ? '' : hash.slice(1))

export default function ResetPassword() {
  const { hash } = useLocation()
  const [token, setToken] = useState(readToken(hash))
  if (readToken(hash) !== '' && readToken(hash) !== token) setToken(readToken(hash))
  // The server doesn't know the token, so it always renders the form.
  const isHydrated = useHydrated()
  return (
    <main id="main" className="mx-auto flex w-full max-w-md flex-1 flex-col gap-6 px-4 py-10">
      <h1 className="font-semibold text-3xl">Choose a new password</h1>
      {isHydrated && token === '' ? <InvalidLink /> : <ResetForm key={token} token={token} />}
    </main>
  )
}

const Box = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-4 rounded-box border border-border bg-surface p-6">
    {children}
  </div>
)

function InvalidLink() {
  return (
    <Box>
      <FormError>{errorCatalog.reset_link_dead[1]}</FormError>
      <p className="text-muted">
        A link works once, and for ten minutes. For which account do you need a new one?
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={forgotPasswordPath('buyer')}>My buyer account</LinkButton>
        <LinkButton to={forgotPasswordPath('seller')} variant="plain">
          My seller account
        </LinkButton>
      </div>
    </Box>
  )
}

const NewPasswordForm = resetPassword.input.pick({ newPassword: true })

function ResetForm({ token }: { token: string }) {
  const form = useContractForm(NewPasswordForm, { defaultValues: { newPassword: '' } })
  const navigate = useNavigate()
  const { code, ...submission } = useSubmit(form, resetPassword, {
    toInput: ({ newPassword }) => ({ token, newPassword }),
    fallback: 'Failed to change password.',
    done: ({ message }) => message,
    // `replace` removes the token from the history.
    onDone: ({ role }) => void navigate(`${paths.home}?login=${role}`, { replace: true }),
  })
  if (code === 'reset_link_dead') return <InvalidLink />
  return (
    <Box>
      <ContractForm
        form={form}
        {...requireMatch(form, submission, 'New passwords do not match!')}
        submitLabel="Update Password"
      >
        <NewPasswordFields />
      </ContractForm>
    </Box>
  )
}
