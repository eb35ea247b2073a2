import { type ReactElement, useMemo } from 'react'
import { conditionLabels } from '#contract/books/book-forms.ts'
import type { ShelfBook } from '#contract/books/books.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { titlesInput } from '#web/features/books/explore/filters/filters.ts'
import { NothingFound } from '#web/features/books/explore/nothing-found.tsx'
import type { ShelvesData } from '#web/features/books/explore/preview.ts'
import { useFindInPage } from '#web/features/books/explore/use-find-in-page.ts'
import { useFoundTitles } from '#web/features/books/explore/use-found-titles.ts'
import { cardsBesideEachOther, previewedShelves } from '#web/features/books/policy.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { Shelf, ShelfSkeleton } from '#web/features/books/shelf.tsx'
import { labelOf } from '#web/format.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import { LaterShelf } from './later-shelf.tsx'
import { type DrawnShelves, useDrawnShelves } from './use-shelves.ts'

type Props = {
  search: string | undefined
  branch: string | undefined
  preview: ShelvesData | undefined
}

export function Shelves({ search, branch, preview }: Props) {
  const { drawn, isLoading, isOld, retry } = useDrawnShelves({ search, branch }, preview)
  // Kept, so that drawing anything else finds the same cards and skips them.
  const rows = useMemo(() => shelfRows(drawn), [drawn])
  const asked = { ...(search && { search }), ...(branch && { branch }) }
  const matches = useFoundTitles(titlesInput(asked, false), undefined, search !== undefined)
  const isFinding = useFindInPage()
  if (isLoading)
    return (
      <Loading>
        <ShelfSkeleton title="Recommended Books" />
      </Loading>
    )
  // Not that nothing was found, below what was.
  if (rows.length === 0 && retry && matches.rows.length > 0)
    return <InlineLoadError onRetry={retry} />
  if (rows.length === 0)
    return (
      <EmptyState
        text="No books found."
        onRetry={retry}
        action={search && !retry && <NothingFound advice="Try fewer words, or another branch." />}
      />
    )
  return (
    <div
      className={`flex flex-col gap-12 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      aria-busy={isOld}
    >
      {rows.map(({ title, more, cards }, index) =>
        index < previewedShelves && cards.length > 0 ? (
          <Shelf key={title} title={title} more={more}>
            {cards}
          </Shelf>
        ) : (
          <LaterShelf key={title} title={title} more={more} isForced={isFinding} onRetry={retry}>
            {cards}
          </LaterShelf>
        ),
      )}
    </div>
  )
}

type Row = {
  title: string
  more?: { to: string; label: string }
  /** Empty where only the name of the shelf is known so far. */
  cards: ReactElement[]
}

function shelfRows({ data, search, branch }: DrawnShelves): Row[] {
  if (!data) return []
  const { recommended, bestsellers, branches } = data
  const listLink = (filters: Record<string, string>) =>
    `?${new URLSearchParams({ ...(search && { search }), ...filters })}`
  const byRating = listLink({ ...(branch && { branch }), sort: 'rating' })
  return [
    ...(recommended.length > 0
      ? [{ title: 'Recommended Books', cards: recommended.map(recommendedCard) }]
      : []),
    ...(bestsellers.length > 0
      ? [
          {
            title: 'Bestsellers',
            more: { to: byRating, label: 'by rating' },
            cards: bestsellers.map(bestsellerCard),
          },
        ]
      : []),
    ...branches.map(({ branch: name, total, isMinimum, books }) => ({
      title: `${name} Books`,
      more: {
        to: listLink({ branch: name, sort: 'newest' }),
        label: `${total.toLocaleString('en-IN')}${isMinimum ? '+' : ''} in ${name}`,
      },
      cards: books.map(branchCard),
    })),
  ]
}

const recommendedCard = (book: ShelfBook, index: number) => (
  <BookCard key={book._id} book={book} eager={index < cardsBesideEachOther}>
    <RentPrice book={book} />
  </BookCard>
)

const bestsellerCard = (book: ShelfBook) => (
  <BookCard key={book._id} book={book}>
    {book.ratings.average !== undefined && (
      <Rating average={book.ratings.average} count={book.ratings.count} />
    )}
  </BookCard>
)

const branchCard = (book: ShelfBook) => (
  <BookCard key={book._id} book={book}>
    <p className="text-muted">Condition: {labelOf(conditionLabels, book.condition)}</p>
  </BookCard>
)
