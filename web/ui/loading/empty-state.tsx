import { RotateCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { InlineLoadError } from './load-error.tsx'

type EmptyProps = {
  icon?: ReactNode
  text: string
  action?: ReactNode
  onRetry?: (() => void) | undefined
}

/**
 * Says that a list is empty. With `onRetry`, says that loading failed, so that the list may not be
 * empty.
 */
export function EmptyState({ icon, text, action, onRetry }: EmptyProps) {
  const isOnline = useOnline()
  return (
    <div
      className="flex flex-col items-center gap-3 rounded-box border border-border
      border-dashed px-4 py-12 text-center"
    >
      {icon && <div className="text-muted">{icon}</div>}
      <p className="font-medium">
        {onRetry && !isOnline ? 'You are offline, and this isn’t kept on this device.' : text}
      </p>
      {onRetry && <InlineLoadError onRetry={onRetry} />}
      {action}
    </div>
  )
}

/** Replaces content that couldn't be loaded. Being offline isn't shown as an error. */
export function LoadError({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const isOnline = useOnline()
  if (onRetry && !isOnline)
    return (
      <EmptyState icon={<WifiOff size={40} strokeWidth={1.5} />} text={text} onRetry={onRetry} />
    )
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-box border border-danger bg-danger-soft
        px-4 py-10 text-center"
    >
      <p className="font-medium text-danger">{text}</p>
      {onRetry && (
        <Button variant="plain" size="sm" icon={<RotateCw size={16} />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
