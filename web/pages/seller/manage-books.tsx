import { BookPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { conditionLabels } from '#contract/books/book-forms.ts'
import { deleteBook, listOwnBooks } from '#contract/books/books.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { isFirstTry, useReadPages } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { Availability } from '#web/features/books/availability.tsx'
import { HiddenNotice } from '#web/features/books/hidden-notice.tsx'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { AddBookDialog } from '#web/features/listing/add-book-dialog.tsx'
import { CsvMenu } from '#web/features/listing/import/csv-menu.tsx'
import { UpdateBookDialog } from '#web/features/listing/update-book-dialog.tsx'
import { useAddBook } from '#web/features/listing/use-add-book.ts'
import { TodaysPrice } from '#web/features/pricing/todays-price.tsx'
import { SellerReminder } from '#web/features/profile/seller-reminder.tsx'
import { ringEndsText } from '#web/features/wishlist/titles/ring-ends.ts'
import { useTitleInUrl } from '#web/features/wishlist/titles/use-title-in-url.ts'
import { WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import { formatRupees, formatRupeesExact, labelOf, moneyOrNoValue, noValue } from '#web/format.ts'
import { ConfirmAction } from '#web/forms/action-buttons.tsx'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export type OwnBook = ResponseOf<typeof listOwnBooks>[number]

export const meta = privateMeta('Manage Books')

/** A link to a proposed swap. If the seller has accepted the swap, a copy is reserved for it. */
const RingOfBook = ({ book, ring }: { book: OwnBook; ring: WaitingRing }) => (
  <TextLink to={exchangePath('seller', ring._id)} className="text-sm">
    {!ring.isAccepted
      ? 'A swap with it waits for you'
      : book.availability === 'available'
        ? 'One is reserved for a swap that you have accepted'
        : 'for a swap that you have accepted'}
  </TextLink>
)

const PriceWithAsking = ({
  book,
  price,
  bookType,
}: {
  book: OwnBook
  price: string
  bookType: OwnBook['bookType']
}) => (
  <span className="flex flex-col items-end">
    {price}
    {bookType === 'old' && book.availability !== 'sold' && (
      <TodaysPrice prediction={book.prediction} saved={book.predictedPrice} />
    )}
    {book.bookType === bookType &&
      book.price !== (bookType === 'new' ? book.original_price : book.predictedPrice) && (
        <span className="text-muted">Your price {formatRupees(book.price)}</span>
      )}
  </span>
)

const dataColumns: Column<OwnBook>[] = [
  {
    header: 'Title',
    wraps: true,
    cell: (book) => (
      <span className="flex flex-col items-end gap-1 tabular:items-start">
        <Link to={paths.book(book._id)} className="font-medium hover:text-primary hover:underline">
          {book.title}
        </Link>
        {(book.availability !== 'available' || book.copies > 1) && <Availability book={book} />}
        {book.hiddenReason && <HiddenNotice reason={book.hiddenReason} />}
        {book.needsPhotos && <Badge tone="warning">Draft</Badge>}
        {book.isReservedForWant && (
          <span className="text-muted text-sm">for somebody who waits for it</span>
        )}
        {book.ring && <RingOfBook book={book} ring={book.ring} />}
        <WantedCount people={book.wanted} />
      </span>
    ),
  },
  { header: 'Author', wraps: true, cell: (book) => book.author },
  { header: 'Book Type', cell: (book) => labelOf(bookTypeLabels, book.bookType) },
  { header: 'Branch', cell: (book) => book.branch },
  {
    header: 'Original Price',
    cell: (book) => (
      <PriceWithAsking book={book} price={formatRupees(book.original_price)} bookType="new" />
    ),
    isNumeric: true,
  },
  {
    header: 'Predicted Price',
    cell: (book) => (
      <PriceWithAsking
        book={book}
        price={moneyOrNoValue(book.predictedPrice, formatRupeesExact)}
        bookType="old"
      />
    ),
    isNumeric: true,
  },
  {
    header: 'Rent Price',
    cell: (book) =>
      book.isRentable && book.rentPrice !== undefined
        ? `${formatRupees(book.rentPrice)}/day`
        : noValue,
    isNumeric: true,
  },
  { header: 'Condition', cell: (book) => labelOf(conditionLabels, book.condition) },
  { header: 'Rentable', cell: (book) => (book.isRentable ? 'Yes' : 'No') },
]

export default function ManageBooks() {
  const search = useSearch()
  const books = useReadPages(listOwnBooks, search.input, { keepPrevious: true })
  const profile = useProfile('seller')
  const toast = useToast()
  // If the URL names a wanted title, the form that lists it for exchange opens.
  const asked = useTitleInUrl()
  const adding = useAddBook()
  const [editing, setEditing] = useState<OwnBook>()
  const [deleting, setDeleting] = useState<OwnBook>()
  const actionColumn: Column<OwnBook> = {
    header: 'Action',
    cell: (book) => (
      <span className="flex flex-wrap justify-end gap-1 tabular:justify-start">
        {book.needsPhotos && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Add photos to ${book.title}`}
            onClick={() => setEditing(book)}
          >
            Add photos
          </Button>
        )}
        <IconButton label={`Edit ${book.title}`} onClick={() => setEditing(book)}>
          <Pencil size={18} />
        </IconButton>
        <IconButton
          label={`Delete ${book.title}`}
          className="text-danger"
          // The button stays clickable and then says the reason, because phones show no tooltips.
          onClick={() =>
            book.can.includes('delete')
              ? setDeleting(book)
              : toast({ text: errorCatalog.book_has_orders[1], kind: 'error' })
          }
        >
          <Trash2 size={18} />
        </IconButton>
      </span>
    ),
  }
  return (
    <ListPage
      title="Manage Books"
      action={
        <span className="flex gap-2">
          <Button icon={<BookPlus />} onClick={adding.open}>
            Add Book
          </Button>
          <CsvMenu />
        </span>
      }
      searchLabel="Search by title or author..."
      search={search}
      rowName="book"
      emptyText="No books found."
      emptyHint="Press 'Add Book' to list your first one."
      columns={[...dataColumns, actionColumn]}
      notice={<SellerReminder />}
      list={{ ...books, data: isFirstTry(profile) ? undefined : books.data }}
    >
      {(adding.isOpen || asked.title) && (
        <AddBookDialog
          initial={asked.title ? { ...asked.title, openToExchange: true } : adding.initial}
          onClose={() => {
            adding.close()
            if (asked.title) asked.clear()
          }}
        />
      )}
      {editing && (
        <UpdateBookDialog key={editing._id} book={editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <ConfirmAction
          endpoint={deleteBook}
          input={{ id: deleting._id }}
          failed="Failed to delete book."
          done={`'${deleting.title}' was deleted.`}
          title="Are you sure you want to delete this book?"
          confirmLabel="Delete"
          danger
          onClose={() => setDeleting(undefined)}
        >
          {deleting.title}
          {deleting.ring && <p className="mt-2 text-foreground">{ringEndsText(deleting.ring)}</p>}
        </ConfirmAction>
      )}
    </ListPage>
  )
}
