import { Link } from 'react-router'
import { type AdminBook, listAllBooks, removeAnyBook } from '#contract/admin/admin.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { ReasonButton } from '#web/features/admin/reason-dialog.tsx'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { formatRupees, formatRupeesExact, labelOf, moneyOrNoValue, orNoValue } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Books · Admin')

const titleId = ({ _id }: AdminBook) => `title-${_id}`

const dataColumns: Column<AdminBook>[] = [
  {
    header: 'Title',
    wraps: true,
    cell: (book) => (
      <span id={titleId(book)} className="font-medium">
        {/* Hidden books, drafts, and books of blocked sellers have no page. */}
        {book.seller.status === 'active' && !book.hiddenReason && !book.needsPhotos ? (
          <Link to={paths.book(book._id)} className="hover:text-primary hover:underline">
            {orNoValue(book.title)}
          </Link>
        ) : (
          orNoValue(book.title)
        )}
        {book.needsPhotos && (
          <span className="mt-1 block">
            <Badge>Draft</Badge>
          </span>
        )}
        {book.hiddenReason && (
          <span title={book.hiddenReason} className="mt-1 block">
            <Badge tone="danger">Hidden</Badge>
          </span>
        )}
      </span>
    ),
  },
  { header: 'Author', wraps: true, cell: (book) => orNoValue(book.author) },
  { header: 'Type', cell: (book) => labelOf(bookTypeLabels, book.bookType) },
  { header: 'Branch', cell: (book) => orNoValue(book.branch) },
  {
    header: 'Original Price',
    isNumeric: true,
    cell: (book) => moneyOrNoValue(book.original_price),
  },
  {
    header: 'Predicted Price',
    isNumeric: true,
    cell: (book) => moneyOrNoValue(book.predictedPrice, formatRupeesExact),
  },
  { header: 'Current Price', isNumeric: true, cell: (book) => moneyOrNoValue(book.price) },
  {
    header: 'Rent Price',
    isNumeric: true,
    cell: (book) => moneyOrNoValue(book.rentPrice, (amount) => `${formatRupees(amount)}/day`),
  },
  {
    header: 'Condition',
    cell: (book) => labelOf(conditionLabels, book.condition),
    below: { header: 'Rentable', cell: (book) => (book.isRentable ? 'Yes' : 'No') },
  },
  {
    header: 'Seller',
    wraps: true,
    cell: ({ seller }) => (
      <span className="flex flex-col items-end gap-1 tabular:items-start">
        <span className="max-w-full">{orNoValue(seller.name)}</span>
        {seller.status === 'blocked' && <Badge tone="danger">Blocked</Badge>}
      </span>
    ),
  },
]

const actionColumn: Column<AdminBook> = {
  header: 'Action',
  cell: (book) => (
    <ReasonButton
      button={{ size: 'sm', 'aria-describedby': titleId(book), label: 'Delete' }}
      action={removeAnyBook}
      toInput={(reason) => ({ id: book._id, reason })}
      title="Are you sure you want to delete this book?"
      description={`${book.title}, sold by ${book.seller.name}`}
      effect="It leaves the market at once, and its pending orders are cancelled."
      hint="The seller and everyone in a chat about this book will see it."
      confirmLabel="Delete"
      errorText="Failed to delete book."
      doneText={`'${book.title}' was deleted.`}
    />
  ),
}

const Books = () => (
  <AdminList
    endpoint={listAllBooks}
    title="Books"
    searchLabel="Search by title or branch"
    rowName="book"
    emptyText="No books found."
    columns={[...dataColumns, actionColumn]}
  />
)
export default Books
