import { RotateCw } from 'lucide-react'
import { fullTime, messageTime } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { text: string; atMs: number; onRetry: () => void }

/** Above a list that couldn't be loaded anew: says so, and how old it is. `atMs` is in milliseconds since 1970. */
export function OutdatedNotice({ text, atMs, onRetry }: Props) {
  const at = new Date(atMs).toISOString()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 rounded-box border border-danger bg-danger-soft px-4 py-2"
    >
      <p>
        <span className="font-medium text-danger">{text}</span>{' '}
        <span>
          Last loaded:{' '}
          <time dateTime={at} title={fullTime(at)}>
            {messageTime(at)}
          </time>
        </span>
      </p>
      <Button look="plain" size="sm" icon={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
