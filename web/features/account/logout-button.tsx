import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { count } from '#web/format.ts'
import { useUnsent } from '#web/realtime/live.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { useLogout } from './use-logout.ts'

type Props = { kind?: 'person' | 'admin'; to: string; className?: string }

/** Logs out, after a question, and leaves for `to`. */
export function LogoutButton({ kind = 'person', to, className = '' }: Props) {
  const [asking, setAsking] = useState(false)
  const logout = useLogout(kind)
  const messages = useUnsent().length
  const unsent = kind === 'person' ? messages : 0
  return (
    <>
      <Button
        look="plain"
        className={className}
        icon={<LogOut size={20} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Logout
      </Button>
      <Confirm
        open={asking}
        title="Confirm Logout"
        confirm="Yes, Logout"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          logout(to)
        }}
      >
        Are you sure you want to log out?
        {unsent > 0 && (
          <span className="mt-2 block">
            {count(unsent, 'message')} could not be sent yet. What is unsent stays on this device
            and goes out when you log in here again.
          </span>
        )}
      </Confirm>
    </>
  )
}
