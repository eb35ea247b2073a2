import { Suspense } from 'react'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

/** Most searches find something. Where it can't be loaded there are no offers. */
const NothingFound = lazyPart(
  () => import('./nothing-found.tsx').then((module) => module.NothingFound),
  () => null,
)

/** Where a search finds nothing: what to do instead. */
export function NearSearches() {
  const isHydrated = useHydrated()
  return (
    isHydrated && (
      <Suspense>
        <NothingFound />
      </Suspense>
    )
  )
}
