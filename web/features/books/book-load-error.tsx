import { WifiOff } from 'lucide-react'
import { errorMessage } from '#web/api/client.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'

/** Replaces a book or title that could not be loaded. Being offline isn't shown as an error. */
export function BookLoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOnline = useOnline()
  const text = errorMessage(error, 'Failed to fetch book.')
  return isOnline ? (
    <LoadError text={text} onRetry={onRetry} />
  ) : (
    <EmptyState icon={<WifiOff size={40} strokeWidth={1.5} />} text={text} onRetry={onRetry} />
  )
}
