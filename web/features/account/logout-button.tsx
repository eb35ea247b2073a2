import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#web/format.ts'
import { useUnsentMessages } from '#web/realtime/realtime-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useLogout } from './use-logout.ts'

type Props = { kind?: 'user' | 'admin'; to: string; className?: string }

export function LogoutButton({ kind = 'user', to, className = '' }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const logout = useLogout(kind)
  const unsentMessages = useUnsentMessages().length
  const unsentCount = kind === 'user' ? unsentMessages : 0
  return (
    <>
      <Button
        variant="plain"
        className={className}
        icon={<LogOut size={20} aria-hidden />}
        onClick={() => setConfirming(true)}
      >
        Logout
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Confirm Logout"
        confirmLabel="Yes, Logout"
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          logout(to)
        }}
      >
        Are you sure you want to log out?
        {unsentCount > 0 && (
          <span className="mt-2 block">
            {formatCount(unsentCount, 'message')} could not be sent yet. Unsent messages stay on
            this device and are sent when you log in here again.
          </span>
        )}
      </ConfirmDialog>
    </>
  )
}
