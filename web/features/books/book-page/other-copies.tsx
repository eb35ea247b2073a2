import { conditionLabels } from '#contract/books/book-forms.ts'
import { type BookDetail, listOtherCopies } from '#contract/books/books.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import { truncateWithDots } from '#contract/common/truncate.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCard } from '#web/features/books/book-card.tsx'
import { cardTitleLength } from '#web/features/books/policy.ts'
import { Shelf, ShelfSkeleton } from '#web/features/books/shelf.tsx'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { labelOf } from '#web/format.ts'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

const title = 'Other copies of this book'

/** Where a book has gone: what there is of its title instead. */
export function OtherCopies({ book: { _id: id, title: name, otherCopies } }: { book: BookDetail }) {
  const copies = useRead(listOtherCopies, { id })
  if (copies.isPending) return <ShelfSkeleton title={title} />
  if (!copies.data?.length)
    return (
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-2xl">{title}</h2>
        {copies.isError ? (
          <InlineLoadError onRetry={() => void copies.refetch()} />
        ) : (
          <p className="text-muted">Nobody else is offering this book right now.</p>
        )}
      </section>
    )
  return (
    <Shelf
      title={title}
      summary={
        otherCopies && (
          <p className="text-lg">
            <CopiesLink
              title={{ _id: otherCopies.title, title: name }}
              copies={otherCopies.copies}
              lowestPrice={otherCopies.lowestPrice}
              isOther
            />
          </p>
        )
      }
    >
      {copies.data.map((book) => (
        <BookCard
          key={book._id}
          book={book}
          title={truncateWithDots(book.title || unknownBook, cardTitleLength)}
        >
          <p className="text-muted">{labelOf(conditionLabels, book.condition)}</p>
        </BookCard>
      ))}
    </Shelf>
  )
}
