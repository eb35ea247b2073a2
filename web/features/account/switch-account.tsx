import { ArrowLeftRight, UserPlus } from 'lucide-react'
import type { Side } from '#contract/common/endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { useIsSwitching, useLogin } from './use-login.ts'
import { useOpenLogin } from './use-open-login.ts'

type SwitchProps = {
  side: Side
  /** The page to open with the other account. By default, the account's first page. */
  next?: string
  label?: string
  variant?: 'primary' | 'plain'
  className?: string
}

/** A button that switches to the person's other account, or opens one. */
export function SwitchAccount({
  side,
  next,
  label = `Switch to my ${side} account`,
  variant = 'plain',
  className = '',
}: SwitchProps) {
  const openLogin = useLogin()
  return (
    <Button
      variant={variant}
      className={className}
      pending={useIsSwitching()}
      icon={<ArrowLeftRight className="shrink-0" />}
      onClick={() => openLogin(side, next === undefined ? {} : { next })}
    >
      {label}
    </Button>
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
