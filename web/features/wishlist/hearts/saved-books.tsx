import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { type listSavedBooks, type SavedBook, saveBook } from '#contract/wishlist/hearts.ts'
import { type useReadPages, useWrite } from '#web/api/hooks.ts'
import { useRemovals } from '#web/features/wishlist/use-removals.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { SavedRow } from './saved-row.tsx'

type Props = { books: ReturnType<typeof useReadPages<typeof listSavedBooks>> }

export function SavedBooks({ books: saved }: Props) {
  const save = useWrite(saveBook)
  const { isRemoved, remove } = useRemovals(
    ({ _id, title }: SavedBook) => ({ id: _id, name: title }),
    ({ _id }) => save.run({ id: _id }),
    { kept: 'The book is still saved.', notRestored: 'The book could not be saved.' },
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
      <ul className="grid gap-3 md:grid-cols-2">
        {books.map((book) => (
          <li key={book._id}>
            <SavedRow book={book} onRemove={remove} />
          </li>
        ))}
      </ul>
      <LoadMore list={saved} />
    </>
  )
}
