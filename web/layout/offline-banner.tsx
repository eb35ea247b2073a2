import { WifiOff } from 'lucide-react'
import { useServiceWorker } from '#web/api/use-service-worker.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { useReloadGuard } from './use-reload-guard.ts'

/** Also needed after a logout. */
const publicPages: readonly string[] = [paths.home, paths.books, paths.about]
const offlinePages: Record<string, readonly string[]> = {
  buyer: [...publicPages, ...Object.values(paths.buyer)],
  seller: [...publicPages, ...Object.values(paths.seller)],
}

export function OfflineBanner() {
  const session = useSession()
  useServiceWorker(offlinePages[session?.role ?? ''] ?? publicPages)
  const isOnline = useOnline()
  useReloadGuard()
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center sm:p-2"
    >
      {!isOnline && (
        <p
          data-offline
          className="flex items-center gap-2 border-border border-t bg-surface px-4 py-1.5 text-sm
            max-sm:w-full max-sm:justify-center sm:rounded-full sm:border sm:shadow-raised"
        >
          <WifiOff size={16} aria-hidden />
          You are offline. You see what was loaded last.
        </p>
      )}
    </div>
  )
}
