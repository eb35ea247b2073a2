import { ArrowLeftRight, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { switchRole } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { messageOf } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { saveSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useLogin } from './use-login.ts'

/** Goes on as one's other account, without a second password: here, or on another page. */
export function SwitchAccount({
  side,
  to,
  look = 'primary',
}: {
  side: Side
  to?: string
  look?: 'primary' | 'plain'
}) {
  const navigate = useNavigate()
  const change = useWrite(switchRole)
  const [failure, setFailure] = useState<string>()
  const [missing, setMissing] = useState(false)
  const run = async () => {
    setFailure(undefined)
    setMissing(false)
    try {
      const other = await change.run({})
      if (!other) return
      if (other.token === '' || other.userId === '')
        throw new Error('The switch answered no session.')
      // Under way before the account changes, so that the guard of this page sees it.
      if (to !== undefined) void navigate(to, { flushSync: true })
      saveSession({ ...other, role: side })
    } catch (error) {
      setMissing(error instanceof AppError && error.code === 'no_account_there')
      setFailure(messageOf(error, 'Something went wrong'))
    }
  }
  return (
    <>
      <Button
        look={look}
        pending={change.pending}
        icon={<ArrowLeftRight size={20} aria-hidden />}
        onClick={() => void run()}
      >
        Switch to my {side} account
      </Button>
      <FormError>{failure}</FormError>
      {missing && <OpenAccount side={side} />}
    </>
  )
}

/** Leads to the signup of one's account on the other side. */
export function OpenAccount({ side }: { side: Side }) {
  const openLogin = useLogin()
  return (
    <Button
      look="plain"
      icon={<UserPlus size={20} aria-hidden />}
      onClick={() => openLogin(side, { signup: true })}
    >
      Open a {side} account
    </Button>
  )
}
