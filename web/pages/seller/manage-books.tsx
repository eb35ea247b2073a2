import { BookPlus } from 'lucide-react'
import { useState } from 'react'
import { deleteBook, listOwnBooks, type OwnBook } from '#contract/books/books.ts'
import { maxNamedBooks } from '#contract/books/manage/bulk-changes.ts'
import { maxPredictedBooks } from '#contract/common/limits.ts'
import { isFirstTry, useReadPages } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { AddBookDialog } from '#web/features/listing/add-book-dialog.tsx'
import { CsvMenu } from '#web/features/listing/import/csv-menu.tsx'
import { OwnBooksList } from '#web/features/listing/manage/own-books-list.tsx'
import { OwnBookFilters } from '#web/features/listing/manage/own-filters.tsx'
import { useOwnFilters } from '#web/features/listing/manage/use-own-filters.ts'
import { UpdateBookDialog } from '#web/features/listing/update-book-dialog.tsx'
import { useAddBook } from '#web/features/listing/use-add-book.ts'
import { HolidayNotice } from '#web/features/profile/details/holiday.tsx'
import { SellerReminder } from '#web/features/profile/seller-reminder.tsx'
import { ringEndsText } from '#web/features/wishlist/titles/ring-ends.ts'
import { useTitleInUrl } from '#web/features/wishlist/titles/use-title-in-url.ts'
import { ConfirmAction } from '#web/forms/action-buttons.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'
import { useSelection } from '#web/ui/selection/use-selection.ts'

export const meta = privateMeta('Manage Books')

export default function ManageBooks() {
  const { input, found, filters, isFiltered, setFilters } = useOwnFilters()
  const books = useReadPages(
    listOwnBooks,
    { ...input, limit: maxPredictedBooks },
    { keepPrevious: true },
  )
  const profile = useProfile('seller')
  const selection = useSelection(found, books, maxNamedBooks)
  // If the URL names a wanted title, the form that lists it for exchange opens.
  const wantedInUrl = useTitleInUrl()
  const adding = useAddBook()
  const [editing, setEditing] = useState<OwnBook>()
  const [deleting, setDeleting] = useState<OwnBook>()
  const isSearch = filters.search !== undefined
  const hint = isSearch
    ? 'Check the spelling, or search for one word.'
    : isFiltered
      ? 'Try fewer filters.'
      : "Press 'Add Book' to list your first one."
  return (
    <div className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-2xl sm:text-3xl">Manage Books</h1>
        <span className="flex gap-2">
          <Button icon={<BookPlus />} onClick={adding.open}>
            Add Book
          </Button>
          <CsvMenu />
        </span>
      </header>
      <OwnBookFilters filters={filters} isFiltered={isFiltered} setFilters={setFilters} />
      <HolidayNotice />
      <SellerReminder />
      <ListView
        // The reminder would push the books down.
        list={{ ...books, data: isFirstTry(profile) ? undefined : books.data }}
        skeletons={Array(8).fill('h-36 md:h-14')}
        className="flex flex-col gap-2"
        emptyText="No books found."
        emptyAction={<p className="text-muted">{hint}</p>}
      >
        {(rows) => (
          <OwnBooksList
            rows={rows}
            total={books.total}
            sorting={{ sort: filters.sort ?? '', onSort: (sort) => setFilters({ sort }) }}
            selection={selection}
            onEdit={setEditing}
            onDelete={setDeleting}
          />
        )}
      </ListView>
      {(adding.isOpen || wantedInUrl.title) && (
        <AddBookDialog
          initial={
            wantedInUrl.title ? { ...wantedInUrl.title, openToExchange: true } : adding.initial
          }
          onClose={() => {
            adding.close()
            if (wantedInUrl.title) wantedInUrl.clear()
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
          onDone={() => selection.forget([deleting._id])}
          title="Are you sure you want to delete this book?"
          confirmLabel="Delete"
          danger
          onClose={() => setDeleting(undefined)}
        >
          {deleting.title}
          {deleting.ring && <p className="mt-2 text-foreground">{ringEndsText(deleting.ring)}</p>}
        </ConfirmAction>
      )}
    </div>
  )
}
