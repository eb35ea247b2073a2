import { listShelves } from '#contract/books.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { conditionNames, nameOf } from '#web/kinds.ts'
import { Empty, Loading } from '#web/ui/states.tsx'
import { BookCard, Rating, RentLine } from './book-card.tsx'
import { Shelf, ShelfSkeleton } from './shelf.tsx'

type Props = {
  search: string | undefined
  branch: string | undefined
  initial: ResponseOf<typeof listShelves> | undefined
}

/** Recommended, bestsellers, and a shelf per branch; all of one call. */
export function Shelves({ search, branch, initial }: Props) {
  const shelves = useRead(
    listShelves,
    { ...(search && { search }), ...(branch && { branch }) },
    { initial, keep: true },
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
      <Empty
        text="No books found."
        onRetry={shelves.isError ? () => void shelves.refetch() : undefined}
        next={search && <p className="text-muted">Try fewer words, or another branch.</p>}
      />
    )
  const within = new URLSearchParams({ ...(search && { search }), ...(branch && { branch }) })
  const all = (more: Record<string, string>) =>
    `?${new URLSearchParams([...within, ...Object.entries(more)])}`
  return (
    <div
      className={`flex flex-col gap-12 transition-opacity ${shelves.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={shelves.isPlaceholderData}
    >
      {recommended.length > 0 && (
        <Shelf title="Recommended Books">
          {recommended.map((book, position) => (
            <BookCard key={book._id} book={book} eager={position < 4}>
              <RentLine book={book} />
            </BookCard>
          ))}
        </Shelf>
      )}
      {bestsellers.length > 0 && (
        <Shelf title="Bestsellers" more={{ to: all({ sort: 'rating' }), label: 'by rating' }}>
          {bestsellers.map((book) => (
            <BookCard key={book._id} book={book}>
              {book.ratings.average !== undefined && (
                <Rating average={book.ratings.average} count={book.ratings.count} />
              )}
            </BookCard>
          ))}
        </Shelf>
      )}
      {branches.map(({ branch: name, total, books }) => (
        <Shelf
          key={name}
          title={`${name} Books`}
          more={
            total > books.length
              ? {
                  to: `?${new URLSearchParams({ ...(search && { search }), branch: name, sort: 'newest' })}`,
                  label: `${total} in ${name}`,
                }
              : undefined
          }
        >
          {books.map((book) => (
            <BookCard key={book._id} book={book}>
              <p className="text-muted">Condition: {nameOf(conditionNames, book.condition)}</p>
            </BookCard>
          ))}
        </Shelf>
      ))}
    </div>
  )
}
