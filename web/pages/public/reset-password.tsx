import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { resetPassword } from '#contract/auth.ts'
import { errorCatalog } from '#contract/errors.ts'
import { pageContext } from '#web/api/page-context.ts'
import { NewPasswordFields, useRepeat } from '#web/features/account/new-password-fields.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { pageMeta } from '#web/pages/page-meta.ts'
import { forgotPath, paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import type { Route } from './+types/reset-password'

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(pageContext).origin,
})
export const clientLoader = () => ({ origin: undefined })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Choose a new password · Dobara',
    description: 'Choose a new password for your account at Dobara.',
    origin: loaderData?.origin,
    path: paths.resetPassword,
    index: false,
  })

/** The token of a link stands in the fragment, which stays in the browser; so does the skip link's place, which is none. */
const tokenIn = (hash: string): string => (hash === '#main' ? '' : hash.slice(1))

export default function ResetPassword() {
  const { hash } = useLocation()
  const [token, setToken] = useState(tokenIn(hash))
  if (tokenIn(hash) !== '' && tokenIn(hash) !== token) setToken(tokenIn(hash))
  // The server never sees the token, so its page is the form's.
  const hydrated = useHydrated()
  return (
    <main id="main" className="mx-auto flex w-full max-w-md flex-1 flex-col gap-6 px-4 py-10">
      <h1 className="font-semibold text-3xl">Choose a new password</h1>
      {hydrated && token === '' ? <DeadLink /> : <ResetForm key={token} token={token} />}
    </main>
  )
}

const Box = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-4 rounded-box border border-border bg-surface p-6">
    {children}
  </div>
)

function DeadLink() {
  return (
    <Box>
      <FormError>{errorCatalog.reset_link_dead[1]}</FormError>
      <p className="text-muted">
        A link works once, and for ten minutes. For which account do you need a new one?
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={forgotPath('buyer')} className={buttonClass()}>
          My buyer account
        </Link>
        <Link to={forgotPath('seller')} className={buttonClass({ look: 'plain' })}>
          My seller account
        </Link>
      </div>
    </Box>
  )
}

const NewPasswordForm = resetPassword.input.pick({ newPassword: true })

function ResetForm({ token }: { token: string }) {
  const form = useContractForm(NewPasswordForm, { defaultValues: { newPassword: '' } })
  const navigate = useNavigate()
  const toast = useToast()
  const repeat = useRepeat()
  const { code, ...sending } = useSubmit(form, resetPassword, {
    toAsk: ({ newPassword }) => ({ token, newPassword }),
    fallback: () => 'Failed to change password.',
    onDone: ({ message, role }) => {
      toast({ text: message, kind: 'good' })
      // In the place of this page, so that no way back leads to the token.
      void navigate(`${paths.home}?login=${role}`, { replace: true })
    },
  })
  const { errors } = form.formState
  if (code === 'reset_link_dead') return <DeadLink />
  return (
    <Box>
      <ContractForm
        form={form}
        {...repeat.guard(
          sending,
          () => form.getValues('newPassword'),
          'New passwords do not match!',
        )}
        action="Update Password"
      >
        <NewPasswordFields
          registered={form.register('newPassword')}
          error={errors.newPassword?.message}
          repeat={repeat}
        />
      </ContractForm>
    </Box>
  )
}
