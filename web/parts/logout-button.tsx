import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useLogout } from '#web/data/logout.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog.tsx'

type Props = { kind?: 'person' | 'admin'; to: string; className?: string }

/** Logs out, after a question, and leaves for `to`. */
export function LogoutButton({ kind = 'person', to, className = '' }: Props) {
  const [asking, setAsking] = useState(false)
  const logout = useLogout(kind)
  return (
    <>
      <Button look="plain" className={className} icon={<LogOut size={20} aria-hidden />} onClick={() => setAsking(true)}>
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
      </Confirm>
    </>
  )
}
