import { BookPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { deleteBook, listOwnBooks } from '#contract/books.ts'
import type { Page, Reply } from '#contract/endpoint.ts'
import { refusals } from '#contract/errors.ts'
import { messageOf } from '#web/data/client.ts'
import { useReadPages, useWrite } from '#web/data/hooks.ts'
import { count, rupees, rupeesExact } from '#web/parts/format.ts'
import { bookTypeNames, conditionNames } from '#web/parts/kinds.ts'
import { Stock } from '#web/parts/stock.tsx'
import { useLeaving } from '#web/parts/use-leaving.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { AddBookDialog } from './add-book-dialog.tsx'
import { UpdateBookDialog } from './update-book-dialog.tsx'

export type OwnBook = Reply<typeof listOwnBooks>[number]

export const meta = () => [{ title: 'Manage Books · Dobara' }, { name: 'robots', content: 'noindex' }]

const notThere = 'N/A'

const facts: Column<OwnBook>[] = [
  {
    head: 'Title',
    free: true,
    cell: (book) => (
      <span className="flex flex-col items-end gap-1 md:items-start">
        <Link to={paths.book(book._id)} className="font-medium hover:text-leaf hover:underline">
          {book.title}
        </Link>
        {(book.availability !== 'available' || book.copies > 1) && <Stock book={book} />}
      </span>
    ),
  },
  { head: 'Author', free: true, cell: (book) => book.author },
  { head: 'Book Type', cell: (book) => bookTypeNames[book.bookType] },
  { head: 'Branch', cell: (book) => book.branch },
  { head: 'Original Price', cell: (book) => rupees(book.original_price), figure: true },
  {
    head: 'Predicted Price',
    cell: (book) => (book.predictedPrice === undefined ? notThere : rupeesExact(book.predictedPrice)),
    figure: true,
  },
  {
    head: 'Rent Price',
    cell: (book) => (book.isRentable && book.rentPrice !== undefined ? `${rupees(book.rentPrice)}/day` : notThere),
    figure: true,
  },
  { head: 'Condition', cell: (book) => conditionNames[book.condition] },
  { head: 'Rentable', cell: (book) => (book.isRentable ? 'Yes' : 'No') },
]

export default function ManageBooks() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const leaving = useLeaving()
  const books = useReadPages(listOwnBooks, search ? { search } : {}, { keep: true })
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<OwnBook>()
  const [deleting, setDeleting] = useState<OwnBook>()
  const action: Column<OwnBook> = {
    head: 'Action',
    pinned: true,
    cell: (book) => (
      <span className="flex justify-end gap-1 md:justify-start">
        <IconButton label={`Edit ${book.title}`} onClick={() => setEditing(book)}>
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={`Delete ${book.title}`}
          className="text-brick"
          // A button that only looks dead would say its reason to nobody on a phone.
          onClick={() => (book.can.includes('delete') ? setDeleting(book) : toast({ text: refusals.book_has_orders[1], kind: 'bad' }))}
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </span>
    ),
  }
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-3xl">Manage Books</h1>
        <Button icon={<BookPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          Add Book
        </Button>
      </header>
      <search className="flex max-w-md">
        <SearchBox
          label="Search your books"
          placeholder="Search by title or author..."
          value={search}
          onSearch={(text) => leaving || setParams(text ? { search: text } : {}, { replace: true, preventScrollReset: true })}
        />
      </search>
      <BookTable books={books} columns={[...facts, action]} />
      {adding && <AddBookDialog onClose={() => setAdding(false)} />}
      {editing && <UpdateBookDialog key={editing._id} book={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteBook book={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  )
}

type Books = ReturnType<typeof useReadPages<typeof listOwnBooks>> & { rows: Page<OwnBook>['rows'] }

function BookTable({ books, columns }: { books: Books; columns: Column<OwnBook>[] }) {
  if (books.isPending)
    return (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    )
  if (books.isError && books.rows.length === 0)
    return <Failed text={messageOf(books.error, 'Failed to fetch books.')} onRetry={() => void books.refetch()} />
  if (books.rows.length === 0)
    return <Empty text="No books found." next={<p className="text-quiet">Press 'Add Book' to list your first one.</p>} />
  return (
    <>
      {books.total !== undefined && <p className="text-quiet">{count(books.total, 'book')}</p>}
      <DataTable caption="Your books" columns={columns} rows={books.rows} rowKey={(book) => book._id} />
      <LoadMore
        more={books.hasNextPage}
        pending={books.isFetchingNextPage}
        failed={books.isFetchNextPageError}
        onMore={() => void books.fetchNextPage()}
      />
    </>
  )
}

function DeleteBook({ book, onClose }: { book: OwnBook; onClose: () => void }) {
  const toast = useToast()
  const remove = useWrite(deleteBook)
  const confirm = async () => {
    try {
      await remove.run({ id: book._id })
      toast({ text: `'${book.title}' was deleted.`, kind: 'good' })
    } catch (error) {
      toast({ text: messageOf(error, 'Failed to delete book.'), kind: 'bad' })
    }
    onClose()
  }
  return (
    <Confirm
      open
      title="Are you sure you want to delete this book?"
      confirm="Delete"
      danger
      pending={remove.pending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {book.title}
    </Confirm>
  )
}
