import { WifiOff } from 'lucide-react'
import { useOnline, useServiceWorker } from '#web/api/service-worker.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

/** Everyone's pages; who logs out ends there too. */
const nobody: readonly string[] = [paths.home, paths.books, paths.about]
const areas: Record<string, readonly string[]> = {
  buyer: [...nobody, ...Object.values(paths.buyer)],
  seller: [...nobody, ...Object.values(paths.seller)],
}

/** Keeps the pages of one's area at hand, and says when there is no connection. */
export function OfflineBanner() {
  const session = useSession()
  useServiceWorker(areas[session?.role ?? ''] ?? nobody)
  const online = useOnline()
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-2"
    >
      {!online && (
        <p
          data-offline
          className="flex items-center gap-2 rounded-full border border-border bg-surface px-4 py-1.5 text-sm shadow-raised"
        >
          <WifiOff size={16} aria-hidden />
          You are offline. You see what was loaded last.
        </p>
      )}
    </div>
  )
}
