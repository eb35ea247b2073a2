import type { ReactNode } from 'react'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { InlineLoadError } from './load-error.tsx'

export const unavailableOfflineText = 'You are offline, and this isn’t kept on this device.'

type EmptyProps = {
  icon?: ReactNode
  text: string
  action?: ReactNode
  onRetry?: (() => void) | undefined
}

/** Says that a list is empty. With `onRetry`, loading failed, so the list may not be empty. */
export function EmptyState({ icon, text, action, onRetry }: EmptyProps) {
  const isOnline = useOnline()
  return (
    <div
      className="flex flex-col items-center gap-3 rounded-box border border-border
      border-dashed px-4 py-12 text-center"
    >
      {icon && <div className="text-muted">{icon}</div>}
      <p className="font-medium">{onRetry && !isOnline ? unavailableOfflineText : text}</p>
      {onRetry && <InlineLoadError onRetry={onRetry} />}
      {action}
    </div>
  )
}
