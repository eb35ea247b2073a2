import { RotateCw } from 'lucide-react'
import { RecentTime } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/hooks/use-online.ts'

type Props = { text: string; loadedAtMs: number; onRetry: () => void }

/**
 * Says that a list couldn't be refreshed, and when it was loaded. `loadedAtMs` is Unix time in
 * milliseconds.
 */
export function OutdatedNotice({ text, loadedAtMs, onRetry }: Props) {
  const isOnline = useOnline()
  const lastLoaded = (
    <>
      Last loaded: <RecentTime at={new Date(loadedAtMs).toISOString()} />
    </>
  )
  // Being offline isn't an error. The banner says why, and the list is refreshed when the
  // connection is back.
  if (!isOnline)
    return (
      <p role="status" className="text-muted">
        {lastLoaded}
      </p>
    )
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 rounded-box border
        border-danger bg-danger-soft px-4 py-2"
    >
      <p>
        <span className="font-medium text-danger">{text}</span> <span>{lastLoaded}</span>
      </p>
      <Button variant="plain" size="sm" icon={<RotateCw size={16} />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
