import { ArrowLeftRight, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { switchRole } from '#contract/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { saveSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useLogin } from './use-login.ts'

/** Switches to the person's other account without a password; then goes to `to` if given. */
export function SwitchAccount({
  side,
  to,
  variant = 'primary',
}: {
  side: Side
  to?: string
  variant?: 'primary' | 'plain'
}) {
  const navigate = useNavigate()
  const roleSwitch = useWrite(switchRole)
  const [failure, setFailure] = useState<string>()
  const [hasNoAccount, setHasNoAccount] = useState(false)
  const run = async () => {
    setFailure(undefined)
    setHasNoAccount(false)
    try {
      const session = await roleSwitch.run({})
      if (!session) return
      if (session.token === '' || session.userId === '')
        throw new Error('The response has no session.')
      // Navigate first, or the guard of the current page would react to the changed account.
      if (to !== undefined) void navigate(to, { flushSync: true })
      saveSession({ ...session, role: side })
    } catch (error) {
      setHasNoAccount(error instanceof AppError && error.code === 'no_account_there')
      setFailure(errorMessage(error, 'Something went wrong'))
    }
  }
  return (
    <>
      <Button
        variant={variant}
        pending={roleSwitch.pending}
        icon={<ArrowLeftRight size={20} aria-hidden />}
        onClick={() => void run()}
      >
        Switch to my {side} account
      </Button>
      <FormError>{failure}</FormError>
      {hasNoAccount && <OpenAccount side={side} />}
    </>
  )
}

export function OpenAccount({ side }: { side: Side }) {
  const openLogin = useLogin()
  return (
    <Button
      variant="plain"
      icon={<UserPlus size={20} aria-hidden />}
      onClick={() => openLogin(side, { signup: true })}
    >
      Open a {side} account
    </Button>
  )
}
