import { RotateCw } from 'lucide-react'
import { formatFullTime, formatRecentTime } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { text: string; loadedAtMs: number; onRetry: () => void }

/** Says that a list could not be refreshed, and when it was loaded (`loadedAtMs`, Unix time). */
export function OutdatedNotice({ text, loadedAtMs, onRetry }: Props) {
  const loadedAt = new Date(loadedAtMs).toISOString()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 rounded-box border
        border-danger bg-danger-soft px-4 py-2"
    >
      <p>
        <span className="font-medium text-danger">{text}</span>{' '}
        <span>
          Last loaded:{' '}
          <time dateTime={loadedAt} title={formatFullTime(loadedAt)}>
            {formatRecentTime(loadedAt)}
          </time>
        </span>
      </p>
      <Button variant="plain" size="sm" icon={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
