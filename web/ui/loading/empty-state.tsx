import type { ReactNode } from 'react'
import { InlineLoadError } from './load-error.tsx'

type EmptyProps = {
  icon?: ReactNode
  text: string
  action?: ReactNode
  onRetry?: (() => void) | undefined
}

export function EmptyState({ icon, text, action, onRetry }: EmptyProps) {
  return (
    <div
      className="flex flex-col items-center gap-3 rounded-box border border-border
      border-dashed px-4 py-12 text-center"
    >
      {icon && <div className="text-muted">{icon}</div>}
      <p className="font-medium">{text}</p>
      {onRetry && <InlineLoadError onRetry={onRetry} />}
      {action}
    </div>
  )
}
