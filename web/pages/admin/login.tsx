import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { logInAdmin, type NewSession } from '#contract/accounts/auth.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { CodeField, EmailField, PasswordField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Logo } from '#web/layout/logo.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths, safeRedirectPath } from '#web/paths.ts'
import { saveSession, useAdminToken } from '#web/session/session.ts'

export const meta = privateMeta('Admin login')

export default function AdminLogin() {
  const admin = useAdminToken()
  const [params] = useSearchParams()
  const form = useContractForm(logInAdmin.input, {
    defaultValues: { email: '', password: '', code: '' },
  })
  const startSession = (session: NewSession) => {
    if (session.token === '') throw new Error('The login response has no session.')
    saveSession({ ...session, role: 'admin' })
  }
  const { submit, failure, code, pending } = useSubmit(form, logInAdmin, {
    fallback: 'Login failed',
    onDone: startSession,
  })
  const [isCodeAsked, setCodeAsked] = useState(false)
  if (code === 'second_factor_needed' && !isCodeAsked) setCodeAsked(true)
  const submitWithCode = () => {
    if (isCodeAsked && !form.getValues('code')?.trim())
      form.setError('code', { message: 'Code is required.' }, { shouldFocus: true })
    else submit()
  }
  if (admin)
    return <Navigate to={safeRedirectPath(params.get('next')) ?? paths.admin.dashboard} replace />
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-4 py-8"
    >
      <Link to={paths.home} className="self-center rounded-box" aria-label="Dobara, home">
        <Logo />
      </Link>
      <div className="flex flex-col gap-4 rounded-box border border-border bg-surface p-6">
        <h1 className="font-semibold text-3xl">Admin login</h1>
        <ContractForm
          form={form}
          submit={submitWithCode}
          // A missing code isn't shown as an error, because the field that appears asks for it.
          failure={code === 'second_factor_needed' ? undefined : failure}
          pending={pending}
          submitLabel="Login"
        >
          <EmailField />
          <PasswordField />
          {isCodeAsked && <CodeField autoFocus />}
        </ContractForm>
      </div>
    </main>
  )
}
