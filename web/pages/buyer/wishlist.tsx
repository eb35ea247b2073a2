import { listSavedBooks } from '#contract/wishlist/hearts.ts'
import { isFirstTry, useReadPages } from '#web/api/hooks.ts'
import { SavedBooks } from '#web/features/wishlist/hearts/saved-books.tsx'
import { useSavedSearches } from '#web/features/wishlist/searches/save-search-button.tsx'
import { SavedSearches } from '#web/features/wishlist/searches/saved-searches.tsx'
import { Reservations } from '#web/features/wishlist/titles/reservations.tsx'
import { useWantedTitles, WantedTitles } from '#web/features/wishlist/titles/wanted-titles.tsx'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSession } from '#web/session/session.ts'
import { Loading } from '#web/ui/loading/loading.tsx'

export const meta = privateMeta('Wishlist')

export default function WishlistPage() {
  return (
    <div className="flex flex-col gap-8">
      <h1 className="font-semibold text-3xl">Wishlist</h1>
      <Wishlist />
    </div>
  )
}

/** Waits until all parts have loaded, so that none pushes another one down. */
function Wishlist() {
  const session = useSession()
  const books = useReadPages(listSavedBooks, {}, { enabled: !!session, offline: true })
  const searches = useSavedSearches()
  const titles = useWantedTitles()
  if (!session || isFirstTry(books) || isFirstTry(searches) || isFirstTry(titles))
    return (
      <Loading
        text="Loading your wishlist..."
        showsText
        skeletons={Array(3).fill('h-44')}
        className="grid gap-3 md:grid-cols-2"
      />
    )
  const outdated = [searches, books].filter(({ isRefetchError }) => isRefetchError)
  const isEmpty = books.rows.length === 0 && searches.rows.length === 0
  return (
    <>
      {outdated.length > 0 && (
        <OutdatedNotice
          text="Failed to load what you saved. Please try again."
          loadedAtMs={Math.min(...outdated.map(({ dataUpdatedAt }) => dataUpdatedAt))}
          onRetry={() => outdated.forEach((list) => void list.refetch())}
        />
      )}
      <Reservations wants={titles.data?.wants} />
      <SavedBooks books={books} />
      <SavedSearches searches={searches} />
      <WantedTitles
        read={titles}
        emptyText={isEmpty ? 'Your wishlist is empty.' : 'No wanted titles yet.'}
      />
    </>
  )
}
