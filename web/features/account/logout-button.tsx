import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useLogout, useUnsentWarning } from './use-logout.ts'

type Props = { kind?: 'user' | 'admin'; to: string; className?: string }

export function LogoutButton({ kind = 'user', to, className = '' }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const logout = useLogout(kind)
  const unsent = useUnsentWarning()
  return (
    <>
      <Button
        variant="plain"
        className={className}
        icon={<LogOut />}
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
        {kind === 'user' && unsent && <span className="mt-2 block">{unsent}</span>}
      </ConfirmDialog>
    </>
  )
}
