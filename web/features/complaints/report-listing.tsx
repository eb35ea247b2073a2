import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLogin } from '#web/features/account/use-login.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const ReportDialog = lazyPart(() =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

/** Guests log in first, and go on where they were. */
export function ReportListing({ bookId, title }: { bookId: string; title: string }) {
  const session = useSession()
  const openLogin = useLogin()
  const [isOpen, setOpen] = useState(false)
  const [isReported, setReported] = useState(false)
  usePendingAction('report', {
    allowed: !!session,
    isMeant: (params) => params.bookId === bookId,
    carryOut: () => setOpen(true),
  })
  if (isReported)
    return (
      <p className="flex min-h-9 items-center gap-2 text-muted text-sm">
        <Flag size={16} aria-hidden />
        You reported this listing.
      </p>
    )
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 self-start"
        icon={<Flag size={16} aria-hidden />}
        onClick={() =>
          session
            ? setOpen(true)
            : openLogin('buyer', {
                pendingAction: {
                  kind: 'report',
                  params: { bookId },
                  side: 'buyer',
                  path: paths.book(bookId),
                },
              })
        }
      >
        Report this listing
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            subject="listing"
            id={bookId}
            about={title}
            onReported={() => setReported(true)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
