import type { ReactNode } from 'react'
import {
  type Book,
  type BookDetail,
  listOtherCopies,
  listSimilarBooks,
} from '#contract/books/books.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import { truncateWithDots } from '#contract/common/truncate.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCard } from '#web/features/books/book-card.tsx'
import { cardTitleLength } from '#web/features/books/limits.ts'
import { Shelf, ShelfSkeleton } from '#web/features/books/shelf.tsx'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

type SimilarProps = { bookId: string; initial: Book[] | undefined }

export function SimilarBooks({ bookId, initial }: SimilarProps) {
  const similar = useRead(listSimilarBooks, { id: bookId }, { initial })
  return <BookShelf title="Similar Books" query={similar} emptyText="No similar books found." />
}

/** Shows other copies of the title when the book itself is gone. */
export function OtherCopies({ book: { _id: id, title, otherCopies } }: { book: BookDetail }) {
  const copies = useRead(listOtherCopies, { id })
  return (
    <BookShelf
      title="Other copies of this book"
      query={copies}
      emptyText={copies.isError ? '' : 'Nobody else is offering this book right now.'}
      summary={
        otherCopies && (
          <p className="text-lg">
            <CopiesLink
              title={{ _id: otherCopies.title, title }}
              copies={otherCopies.copies}
              lowestPrice={otherCopies.lowestPrice}
              isOther
            />
          </p>
        )
      }
    />
  )
}

type ShelfProps = {
  title: string
  query: { data: Book[] | undefined; isPending: boolean; isError: boolean; refetch: () => unknown }
  emptyText: string
  summary?: ReactNode
}

function BookShelf({ title, query: { data, isPending, isError, refetch }, ...texts }: ShelfProps) {
  if (isPending) return <ShelfSkeleton title={title} />
  if (!data?.length)
    return (
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-2xl">{title}</h2>
        {texts.emptyText && <p className="text-muted">{texts.emptyText}</p>}
        {isError && <InlineLoadError onRetry={() => void refetch()} />}
      </section>
    )
  return (
    <Shelf title={title} summary={texts.summary}>
      {data.map((book) => (
        <BookCard
          key={book._id}
          book={book}
          title={truncateWithDots(book.title || unknownBook, cardTitleLength)}
        />
      ))}
    </Shelf>
  )
}
