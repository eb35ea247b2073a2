import { ArrowLeftRight, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { useLogin } from './use-login.ts'
import { useOpenLogin } from './use-open-login.ts'
import { useIsSwitching, useSwitchAccount } from './use-switch-account.ts'

export function SwitchAccount({
  side,
  to,
  variant = 'primary',
}: {
  side: Side
  to?: string
  variant?: 'primary' | 'plain'
}) {
  const { switchTo, pending } = useSwitchAccount()
  const [failure, setFailure] = useState<string>()
  const [hasNoAccount, setHasNoAccount] = useState(false)
  const run = async () => {
    setFailure(undefined)
    setHasNoAccount(false)
    try {
      await switchTo(side, to)
    } catch (error) {
      setHasNoAccount(error instanceof AppError && error.code === 'no_account_there')
      setFailure(errorMessage(error, 'Something went wrong'))
    }
  }
  return (
    <>
      <Button
        variant={variant}
        pending={pending}
        icon={<ArrowLeftRight />}
        onClick={() => void run()}
      >
        Switch to my {side} account
      </Button>
      <FormError>{failure}</FormError>
      {hasNoAccount && <OpenAccount side={side} />}
    </>
  )
}

/** `next` is the page to open with the new account. If undefined, the current page stays. */
export function OpenAccount({ side, next }: { side: Side; next?: string }) {
  const openLogin = useOpenLogin()
  return (
    <Button
      variant="plain"
      icon={<UserPlus />}
      onClick={() => openLogin(side, { signup: true, ...(next !== undefined && { next }) })}
    >
      Open a {side} account
    </Button>
  )
}

const switchLabels = { buyer: 'Switch to buying', seller: 'Switch to selling' } as const

export function SwitchSideButton({ side, className = '' }: { side: Side; className?: string }) {
  const openLogin = useLogin()
  return (
    <Button
      variant="plain"
      className={className}
      pending={useIsSwitching()}
      icon={<ArrowLeftRight className="shrink-0" />}
      onClick={() => openLogin(side)}
    >
      {switchLabels[side]}
    </Button>
  )
}
