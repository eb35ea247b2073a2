import { RotateCw } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

export function InlineLoadError({
  text = 'Could not load.',
  onRetry,
}: {
  text?: string
  onRetry: () => void
}) {
  return (
    <p className="flex items-center gap-1 text-muted text-sm">
      {text}
      <Button
        variant="ghost"
        size="sm"
        className="shrink-0"
        icon={<RotateCw size={16} />}
        onClick={onRetry}
      >
        Retry
      </Button>
    </p>
  )
}

/** Replaces a part of the page whose code could not be loaded. */
export const PartLoadError = () => (
  <p className="text-muted text-sm">Could not load. Check your connection, then reload the page.</p>
)

export function LoadError({ text, onRetry }: { text: string; onRetry?: () => void }) {
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
