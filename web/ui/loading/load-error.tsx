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
