import { type Book, listBooks } from '#contract/books/books.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import {
  BookCard,
  BookCardSkeletons,
  bookGridClass,
  RentPrice,
} from '#web/features/books/book-card.tsx'
import { formatTotal } from '#web/features/books/explore/total.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'

type Props = {
  sellerId: string
  search: string
  onSearch: (text: string) => void
  initial: Page<Book> | undefined
}

/** All books of a seller that are on the market. The search is in the URL. */
export function SellerShelf({ sellerId, search, onSearch, initial }: Props) {
  const list = useReadPages(
    listBooks,
    { seller: sellerId, ...(search && { search }) },
    { initial, keepPrevious: true },
  )
  const hasBooks = search !== '' || list.rows.length > 0
  return (
    <section aria-labelledby="shelf" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="shelf" className="font-semibold text-2xl">
          Books
        </h2>
        {hasBooks && (
          <search className="flex w-full sm:max-w-sm">
            <SearchBox
              label="Search this shelf"
              placeholder="Search by title or author..."
              value={search}
              onSearch={onSearch}
            />
          </search>
        )}
      </div>
      <ListView
        list={list}
        loading={
          <div className={bookGridClass}>
            <BookCardSkeletons count={12} />
          </div>
        }
        emptyText={search ? 'No books found.' : 'No books for sale right now.'}
      >
        {(rows) => (
          <>
            {list.total !== undefined && (
              <p role="status" className="text-muted">
                {formatTotal(list.total, list.isMinimum)}
              </p>
            )}
            <ul className={bookGridClass}>
              {rows.map((book, index) => (
                <li key={book._id}>
                  {/* The page already says where the books are. */}
                  <BookCard book={book} eager={index < 6} nearest="">
                    <RentPrice book={book} />
                  </BookCard>
                </li>
              ))}
            </ul>
          </>
        )}
      </ListView>
    </section>
  )
}
