import { MailCheck } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  logInBuyer,
  logInSeller,
  type NewSession,
  requestPasswordReset,
} from '#contract/accounts/auth.ts'
import { otherSide, type Side, sides } from '#contract/common/endpoint.ts'
import { sideLabels } from '#web/features/account/labels.ts'
import { type EnteredFields, SignupForm } from '#web/features/account/sign-up/signup-form.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { EmailField, PasswordField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { landingPaths, paths } from '#web/paths.ts'
import { findPendingAction } from '#web/session/pending-action.ts'
import { saveSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { textLinkClass } from '#web/ui/links.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Mode = 'login' | 'signup' | 'forgot'
type Props = {
  side: Side
  initialMode: Mode
  next: string | undefined
  onClose: () => void
  onReopen: (side: Side, next?: string) => void
}
type NewAccount = { email: string; password: string }

const modeSwitches: Record<Mode, { to: Mode; text: string }> = {
  login: { to: 'signup', text: "Don't have an account? Signup" },
  signup: { to: 'login', text: 'Already have an account? Login' },
  forgot: { to: 'login', text: 'Back to Login' },
}

export function AuthForms({ side, initialMode, next, onClose, onReopen }: Props) {
  const [mode, setMode] = useState(initialMode)
  // The new account's email and password, for the login after a sign-up. They are only in memory.
  const [newAccount, setNewAccount] = useState<NewAccount>()
  // What was typed, except passwords, is passed from one form to the next.
  const [entered, setEntered] = useState<EnteredFields>({})
  const remember = ({ target: { name, value, type } }: ChangeEvent<HTMLInputElement>) => {
    if (type !== 'password') setEntered((previous) => ({ ...previous, [name]: value }))
  }
  const finishSignup = (account: NewAccount) => {
    const isAwaited = next !== undefined || findPendingAction()?.side === side
    if (!isAwaited && side === 'buyer') return onClose()
    setNewAccount(account)
    setMode('login')
    // New sellers go straight to Add Book.
    onReopen(side, isAwaited ? next : paths.seller.addBook)
  }
  const switchMode = () => {
    setNewAccount(undefined)
    setMode(modeSwitches[mode].to)
  }
  const other = otherSide(side)
  const title =
    mode === 'forgot'
      ? 'Forgot password'
      : `${mode === 'signup' ? 'Signup' : 'Login'} as ${sideLabels[side]}`
  return (
    <Dialog open isOpenedByUrl onClose={onClose} title={title}>
      <div key={mode} ref={newAccount ? focusSubmit : focusOnMount} onChange={remember}>
        {mode === 'signup' && (
          <SignupForm
            side={side}
            entered={entered}
            next={next}
            onDone={finishSignup}
            onClose={onClose}
          />
        )}
        {mode === 'login' && (
          <LoginForm
            side={side}
            email={newAccount?.email ?? entered.email ?? ''}
            newPassword={newAccount?.password}
            next={next}
            onForgot={() => setMode('forgot')}
          />
        )}
        {mode === 'forgot' && <ForgotPasswordForm side={side} email={entered.email ?? ''} />}
      </div>
      <p className="pt-4 text-center">
        <button
          type="button"
          className={`min-h-11 font-medium ${textLinkClass}`}
          onClick={switchMode}
        >
          {modeSwitches[mode].text}
        </button>
      </p>
      {mode === 'login' && findPendingAction() === undefined && next === undefined && (
        <p className="text-center">
          <button
            type="button"
            className={`min-h-11 font-medium ${textLinkClass}`}
            onClick={() => onReopen(other)}
          >
            Log in as a {other} instead
          </button>
        </p>
      )}
    </Dialog>
  )
}

const focusSubmit = (element: HTMLElement | null) =>
  focusOnMount(element?.querySelector<HTMLElement>('button[type=submit]') ?? null)

type LoginProps = {
  side: Side
  email: string
  newPassword: string | undefined
  next: string | undefined
  onForgot: () => void
}

function LoginForm({ side, email, newPassword, next, onForgot }: LoginProps) {
  const endpoint = side === 'buyer' ? logInBuyer : logInSeller
  const navigate = useNavigate()
  const form = useContractForm(endpoint.input, {
    defaultValues: { email, password: newPassword ?? '' },
  })
  const startSession = (session: NewSession) => {
    if (session.token === '' || session.userId === '')
      throw new Error('The login response has no session.')
    const role = sides.find((known) => known === session.role) ?? side
    if (session.message !== '') window.alert(session.message)
    saveSession({ ...session, role })
    const action = findPendingAction()
    const actionPath = action?.side === role ? action.path : undefined
    void navigate(actionPath ?? next ?? landingPaths[role], { replace: true })
  }
  const submission = useSubmit(form, endpoint, { fallback: 'Login failed.', onDone: startSession })
  return (
    <ContractForm form={form} {...submission} submitLabel="Login">
      <EmailField />
      <PasswordField />
      <Button variant="ghost" size="sm" className="-mt-2 -ml-3 self-start" onClick={onForgot}>
        Forgot password?
      </Button>
    </ContractForm>
  )
}

function ForgotPasswordForm({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(requestPasswordReset.input, { defaultValues: { email, role: side } })
  const [sentMessage, setSentMessage] = useState<string>()
  const submission = useSubmit(form, requestPasswordReset, {
    fallback: 'Something went wrong',
    onDone: ({ message }) => setSentMessage(message),
  })
  if (sentMessage !== undefined)
    return (
      <div className="flex flex-col items-center gap-3 pt-4 text-center">
        <MailCheck size={32} className="text-primary" />
        <p role="status">{sentMessage}</p>
      </div>
    )
  return (
    <ContractForm form={form} {...submission} submitLabel="Send link">
      <EmailField hint={`The email of your ${side} account.`} />
    </ContractForm>
  )
}
