import { Heart } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { listSavedBooks, type SavedBook, saveBook } from '#contract/books/saved.ts'
import { errorMessage } from '#web/api/client.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { SavedRow } from '#web/features/books/saved/saved-row.tsx'
import { Guard } from '#web/layout/guards.tsx'
import { OutdatedNotice } from '#web/layout/outdated-notice.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export const meta = () => [{ title: 'Saved · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SavedPage() {
  return (
    <Guard side="buyer">
      <main id="main" className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-8">
        <h1 className="font-semibold text-3xl">Saved</h1>
        <SavedBooks />
      </main>
    </Guard>
  )
}

const loadErrorText = 'Failed to load saved books. Please try again.'
const gridClass = 'grid gap-3 md:grid-cols-2'

/** Which books are taken off before the server knows, and how they come back. */
function useRemovals() {
  const [removed, setRemoved] = useState<readonly string[]>([])
  const toast = useToast()
  const save = useWrite(saveBook)
  const keep = ({ _id: id }: SavedBook) => setRemoved((ids) => ids.filter((one) => one !== id))
  const fail = (error: unknown, fallback: string) =>
    toast({ text: errorMessage(error, fallback), kind: 'error' })
  const undo = async (book: SavedBook, sent: Promise<unknown>) => {
    try {
      await sent
      await save.run({ id: book._id })
      keep(book)
    } catch (error) {
      fail(error, 'The book could not be saved.')
    }
  }
  const remove = (book: SavedBook, sent: Promise<unknown>) => {
    setRemoved((ids) => [...ids, book._id])
    sent.catch((error: unknown) => {
      keep(book)
      fail(error, 'The book is still saved.')
    })
    const action = (
      <Button variant="ghost" size="sm" onClick={() => void undo(book, sent)}>
        Undo
      </Button>
    )
    toast({ text: `Removed ${book.title}.`, action })
  }
  return { removed, remove }
}

function SavedBooks() {
  const session = useSession()
  const saved = useReadPages(listSavedBooks, {}, { enabled: !!session, offline: true })
  const { removed, remove } = useRemovals()
  if (saved.isPending)
    return (
      <Loading text="Loading saved books..." showsText>
        <div className={gridClass}>
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
      </Loading>
    )
  const retry = () => void saved.refetch()
  if (saved.isError && saved.rows.length === 0)
    return <LoadError text={loadErrorText} onRetry={retry} />
  const books = saved.rows.filter(({ _id }) => !removed.includes(_id))
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
      {saved.isRefetchError && (
        <OutdatedNotice text={loadErrorText} loadedAtMs={saved.dataUpdatedAt} onRetry={retry} />
      )}
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
