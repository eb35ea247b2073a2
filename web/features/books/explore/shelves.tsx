import { listShelves } from '#contract/books/books.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { conditionLabels } from '#web/features/books/labels.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { Shelf, ShelfSkeleton } from '#web/features/books/shelf.tsx'
import { labelOf } from '#web/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading } from '#web/ui/loading.tsx'

type ShelvesData = ResponseOf<typeof listShelves>

type Props = {
  search: string | undefined
  branch: string | undefined
  initial: ShelvesData | undefined
}

export function Shelves({ search, branch, initial }: Props) {
  const shelves = useRead(
    listShelves,
    { ...(search && { search }), ...(branch && { branch }) },
    { initial, keepPrevious: true },
  )
  if (shelves.isPending)
    return (
      <Loading>
        <ShelfSkeleton title="Recommended Books" />
      </Loading>
    )
  const { recommended = [], bestsellers = [], branches = [] } = shelves.data ?? {}
  if (recommended.length + bestsellers.length + branches.length === 0)
    return (
      <EmptyState
        text="No books found."
        onRetry={shelves.isError ? () => void shelves.refetch() : undefined}
        action={search && <p className="text-muted">Try fewer words, or another branch.</p>}
      />
    )
  const listLink = (filters: Record<string, string>) =>
    `?${new URLSearchParams({ ...(search && { search }), ...filters })}`
  return (
    <div
      className={`flex flex-col gap-12 transition-opacity
        ${shelves.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={shelves.isPlaceholderData}
    >
      {recommended.length > 0 && (
        <Shelf title="Recommended Books">
          {recommended.map((book, index) => (
            <BookCard key={book._id} book={book} eager={index < 4}>
              <RentPrice book={book} />
            </BookCard>
          ))}
        </Shelf>
      )}
      {bestsellers.length > 0 && (
        <BestsellerShelf
          books={bestsellers}
          link={listLink({ ...(branch && { branch }), sort: 'rating' })}
        />
      )}
      {branches.map((shelf) => (
        <BranchShelf
          key={shelf.branch}
          shelf={shelf}
          link={listLink({ branch: shelf.branch, sort: 'newest' })}
        />
      ))}
    </div>
  )
}

function BestsellerShelf({ books, link }: { books: ShelvesData['bestsellers']; link: string }) {
  return (
    <Shelf title="Bestsellers" more={{ to: link, label: 'by rating' }}>
      {books.map((book) => (
        <BookCard key={book._id} book={book}>
          {book.ratings.average !== undefined && (
            <Rating average={book.ratings.average} count={book.ratings.count} />
          )}
        </BookCard>
      ))}
    </Shelf>
  )
}

function BranchShelf({ shelf, link }: { shelf: ShelvesData['branches'][number]; link: string }) {
  const { branch, total, books } = shelf
  const hasMore = total > books.length
  return (
    <Shelf
      title={`${branch} Books`}
      more={hasMore ? { to: link, label: `${total} in ${branch}` } : undefined}
    >
      {books.map((book) => (
        <BookCard key={book._id} book={book}>
          <p className="text-muted">Condition: {labelOf(conditionLabels, book.condition)}</p>
        </BookCard>
      ))}
    </Shelf>
  )
}
