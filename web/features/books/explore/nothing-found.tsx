import { Suspense } from 'react'
import { TellMe } from '#web/features/wishlist/searches/tell-me.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

/** Most searches find something. Where it can't be loaded there is none of it. */
const NoResultsSuggestions = lazyPart(
  () => import('./no-results-suggestions.tsx').then((module) => module.NoResultsSuggestions),
  () => null,
)

/** What may be done where nothing is found. */
export function NothingFound({ advice }: { advice: string }) {
  const isHydrated = useHydrated()
  return (
    <>
      <p className="text-muted group-has-[[data-places]]/explore:hidden">{advice}</p>
      {isHydrated && (
        <Suspense>
          <NoResultsSuggestions />
        </Suspense>
      )}
      <TellMe isProminent />
    </>
  )
}
