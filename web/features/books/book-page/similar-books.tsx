import { listSimilarBooks } from '#contract/books/books.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { lazy } from '#contract/common/lazy.ts'
import { truncateWithDots } from '#contract/common/truncate.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCard } from '#web/features/books/book-card.tsx'
import { cardTitleLength } from '#web/features/books/limits.ts'
import { Shelf, ShelfSkeleton } from '#web/features/books/shelf.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

type TitledBook = { title: string; author: string; isbn?: string | undefined }

type Props = {
  bookId: string
  initial: ResponseOf<typeof listSimilarBooks> | undefined
  /** The title whose books are left out. */
  except?: TitledBook | undefined
}

const titles = lazy(() => new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true }))
const isSame = (one: string, other: string) => titles().compare(one, other) === 0

/** Compares titles as the server does: by ISBN if either has one, otherwise by title and author. */
const isOfTitle = (book: TitledBook, title: TitledBook) =>
  book.isbn || title.isbn
    ? book.isbn === title.isbn
    : isSame(book.title, title.title) && isSame(book.author, title.author)

export function SimilarBooks({ bookId, initial, except }: Props) {
  const similar = useRead(listSimilarBooks, { id: bookId }, { initial })
  if (similar.isPending) return <ShelfSkeleton title="Similar Books" />
  const books = similar.data?.filter((book) => !(except && isOfTitle(book, except)))
  if (!books?.length)
    return (
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-2xl">Similar Books</h2>
        <p className="text-muted">No similar books found.</p>
        {similar.isError && <InlineLoadError onRetry={() => void similar.refetch()} />}
      </section>
    )
  return (
    <Shelf title="Similar Books">
      {books.map((book) => (
        <BookCard
          key={book._id}
          book={book}
          title={truncateWithDots(book.title || unknownBook, cardTitleLength)}
        />
      ))}
    </Shelf>
  )
}
