import { X } from 'lucide-react'
import { Link } from 'react-router'
import { conditionLabels } from '#contract/books/conditions.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import {
  type listSavedBooks,
  type SavedBook,
  saveBook,
  unsaveBook,
} from '#contract/wishlist/hearts.ts'
import type { useReadPages } from '#web/api/hooks.ts'
import { Availability } from '#web/features/books/availability.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { FullPlace } from '#web/features/places/place-line.tsx'
import { SavedPart } from '#web/features/wishlist/saved-list.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { useAction } from '#web/forms/use-action.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'

type Props = { books: ReturnType<typeof useReadPages<typeof listSavedBooks>> }

export function SavedBooks({ books }: Props) {
  const remove = useAction(unsaveBook, { failed: 'The book is still saved.' })
  const restore = useAction(saveBook, { failed: 'The book could not be saved.' })
  return (
    <SavedPart
      title="Books"
      list={books}
      nameOf={({ title }) => title}
      remove={({ _id: id }) => remove.run({ id })}
      restore={({ _id: id }) => restore.run({ id })}
      emptyText="Nothing saved yet"
      emptyAction={<LinkButton to={paths.buyer.dashboard}>Explore Books</LinkButton>}
    >
      {(book, onRemove) => <SavedRow book={book} onRemove={onRemove} />}
    </SavedPart>
  )
}

export function SavedRow({ book, onRemove }: { book: SavedBook; onRemove: () => void }) {
  const title = book.title || unknownBook
  const isThere = book.availability !== 'removed'
  return (
    <article
      className="relative grid h-full grid-cols-[4.5rem_minmax(0,1fr)] gap-4 rounded-box border
        border-border bg-surface p-3"
    >
      <BookCover src={book.image} sizes="72px" className="w-full" />
      <div className="wrap-anywhere flex min-w-0 flex-col gap-1 text-sm">
        <div className="flex items-start gap-2">
          <h3 className="min-w-0 flex-1 font-sans font-semibold text-base leading-snug">
            {isThere ? (
              <Link to={paths.book(book._id)} className="hover:text-primary hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h3>
          <IconButton
            label={`Remove ${title} from saved books`}
            className="-mt-2 -mr-2 -mb-3"
            onClick={onRemove}
          >
            <X />
          </IconButton>
        </div>
        <p className="text-muted">by {book.author}</p>
        <Status book={book} title={title} />
        {isThere && <p className="text-muted">{labelOf(conditionLabels, book.condition)}</p>}
        {isThere && book.place && <FullPlace place={book.place} />}
        <p className="text-muted">Saved on {formatDate(book.savedAt)}</p>
      </div>
    </article>
  )
}

function Status({ book, title }: { book: SavedBook; title: string }) {
  const { availability, price, savedPrice, otherCopies } = book
  // The change in whole rupees. A smaller change isn't shown.
  const rupees = Math.floor(Math.abs(savedPrice - price))
  if (availability === 'available')
    return (
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-base">{formatRupees(price)}</span>
        {rupees > 0 && (
          <span className={price < savedPrice ? 'font-medium text-primary' : 'text-muted'}>
            {formatRupees(rupees)} {price < savedPrice ? 'less' : 'more'} than when you saved it
          </span>
        )}
      </p>
    )
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {availability === 'removed' ? (
          <Badge tone="danger">No longer offered</Badge>
        ) : (
          <Availability book={{ ...book, availability, available: 0 }} />
        )}
      </p>
      <p className="text-muted">It cost {formatRupees(price)}.</p>
      {otherCopies ? (
        <CopiesLink
          title={{ _id: otherCopies.title, title }}
          copies={otherCopies.copies}
          lowestPrice={otherCopies.lowestPrice}
          isOther
          className={linkClass}
        />
      ) : (
        <TextLink
          to={`${paths.books}?${new URLSearchParams({ search: title })}`}
          className={`${linkClass} font-medium`}
        >
          Look for other copies<span className="sr-only"> of {title}</span>
        </TextLink>
      )}
    </>
  )
}

const linkClass = 'inline-flex min-h-11 flex-wrap items-center gap-x-1 self-start sm:min-h-9'
