import { type Book, listBooks } from '#contract/books/books.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { FoundList } from '#web/features/books/explore/found-list.tsx'
import { firstCovers } from '#web/features/books/limits.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'

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
      <FoundList
        list={list}
        emptyText={search ? 'No books found.' : 'No books for sale right now.'}
        emptyAction={
          search && <p className="text-muted">Check the spelling, or search for one word.</p>
        }
      >
        {(book, index) => (
          // The page already says where the books are.
          <BookCard book={book} eager={index < firstCovers} nearest="">
            <RentPrice book={book} />
          </BookCard>
        )}
      </FoundList>
    </section>
  )
}
