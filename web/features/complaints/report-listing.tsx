import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useLogin } from '#web/features/account/use-login.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useContinueAfterLogin } from '#web/ui/hooks/use-continue-after-login.ts'
import { ReportDialog } from './report-dialog.tsx'

/** Guests log in first, and go on where they were. */
export function ReportListing({ bookId, title }: { bookId: string; title: string }) {
  const session = useSession()
  const openLogin = useLogin()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useContinueAfterLogin('report', !!session, () => setOpen(true))
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 self-start"
        icon={<Flag size={16} aria-hidden />}
        onClick={() =>
          session ? setOpen(true) : openLogin('buyer', { next: `${pathname}?report` })
        }
      >
        Report this listing
      </Button>
      {isOpen && (
        <ReportDialog subject="listing" id={bookId} about={title} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
