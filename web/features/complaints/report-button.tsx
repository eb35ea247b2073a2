import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLogin } from '#web/features/account/use-login.ts'
import { useSession } from '#web/session/session.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const ReportDialog = lazyPart(() =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

const words = {
  listing: { label: 'Report this listing', done: 'You reported this listing.' },
  wanted: { label: 'Report', done: 'You reported this.' },
} as const

type Props = {
  subject: keyof typeof words
  id: string
  /** The title that is reported. */
  about: string
  /** The page that guests return to after logging in. */
  path: string
}

/** A button to report something. Guests log in first, and then continue on the same page. */
export function ReportButton({ subject, id, about, path }: Props) {
  const session = useSession()
  const openLogin = useLogin()
  const [isOpen, setOpen] = useState(false)
  const [isReported, setReported] = useState(false)
  const { label, done } = words[subject]
  usePendingAction('report', {
    allowed: !!session,
    matches: (params) => params.subject === subject && params.id === id,
    carryOut: () => setOpen(true),
  })
  if (isReported)
    return (
      <p className="flex min-h-9 items-center gap-2 text-muted text-sm">
        <Flag size={16} />
        {done}
      </p>
    )
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 self-start"
        icon={<Flag size={16} />}
        onClick={() =>
          session
            ? setOpen(true)
            : openLogin('buyer', {
                pendingAction: { kind: 'report', params: { subject, id }, side: 'buyer', path },
              })
        }
      >
        {label}
        {subject === 'wanted' && <span className="sr-only">: {about}</span>}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            subject={subject}
            id={id}
            about={about}
            onReported={() => setReported(true)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
