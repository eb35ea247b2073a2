import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { listSavedBooks, type SavedBook, saveBook } from '#contract/wishlist/hearts.ts'
import { isFirstTry, useReadPages, useWrite } from '#web/api/hooks.ts'
import { SavedRow } from '#web/features/books/saved/saved-row.tsx'
import { SavedSearches } from '#web/features/books/saved/saved-searches.tsx'
import { useRemovals } from '#web/features/books/saved/use-removals.tsx'
import { useSavedSearches } from '#web/features/books/saved/use-saved-searches.ts'
import { Guard } from '#web/layout/guards.tsx'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'

export const meta = () => [{ title: 'Saved · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SavedPage() {
  return (
    <Guard side="buyer">
      <main id="main" className="mx-auto flex max-w-6xl flex-col gap-8 px-4 py-8">
        <h1 className="font-semibold text-3xl">Saved</h1>
        <Saved />
      </main>
    </Guard>
  )
}

const gridClass = 'grid gap-3 md:grid-cols-2'

function Saved() {
  const session = useSession()
  const books = useReadPages(listSavedBooks, {}, { enabled: !!session, offline: true })
  const searches = useSavedSearches()
  const outdated = [searches, books].filter(({ isRefetchError }) => isRefetchError)
  return (
    <>
      {outdated.length > 0 && (
        <OutdatedNotice
          text="Failed to load what you saved. Please try again."
          loadedAtMs={Math.min(...outdated.map(({ dataUpdatedAt }) => dataUpdatedAt))}
          onRetry={() => outdated.forEach((list) => void list.refetch())}
        />
      )}
      <section aria-labelledby="searches" className="flex flex-col gap-4">
        <h2 id="searches" className="font-semibold text-2xl">
          Searches
        </h2>
        <SavedSearches searches={searches} />
      </section>
      <section aria-labelledby="books" className="flex flex-col gap-4">
        <h2 id="books" className="font-semibold text-2xl">
          Books
        </h2>
        <SavedBooks books={books} isPending={books.isPending || isFirstTry(searches)} />
      </section>
    </>
  )
}

type BookPages = ReturnType<typeof useReadPages<typeof listSavedBooks>>

/** `isPending`: they are loading, or what stands above them is. */
function SavedBooks({ books: saved, isPending }: { books: BookPages; isPending: boolean }) {
  const save = useWrite(saveBook)
  const { isRemoved, remove } = useRemovals(
    ({ _id, title }: SavedBook) => ({ id: _id, name: title }),
    ({ _id }) => save.run({ id: _id }),
    { kept: 'The book is still saved.', notRestored: 'The book could not be saved.' },
  )
  if (isPending)
    return (
      <Loading text="Loading saved books..." showsText>
        <div className={gridClass}>
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
      </Loading>
    )
  if (saved.isError && saved.rows.length === 0)
    return (
      <LoadError
        text="Failed to load saved books. Please try again."
        onRetry={() => void saved.refetch()}
      />
    )
  const books = saved.rows.filter((book) => !isRemoved(book))
  if (books.length === 0 && !saved.hasNextPage)
    return (
      <EmptyState
        icon={<Heart size={40} strokeWidth={1.5} aria-hidden />}
        text="Nothing saved yet"
        action={
          <Link to={paths.buyer.dashboard} className={buttonClass()}>
            Explore Books
          </Link>
        }
      />
    )
  return (
    <>
      <ul className={gridClass}>
        {books.map((book) => (
          <li key={book._id}>
            <SavedRow book={book} onRemove={remove} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={saved.hasNextPage}
        pending={saved.isFetchingNextPage}
        failed={saved.isFetchNextPageError}
        onMore={() => saved.fetchNextPage()}
      />
    </>
  )
}
