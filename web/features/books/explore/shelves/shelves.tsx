import { type ComponentProps, type ReactElement, useDeferredValue, useMemo } from 'react'
import { listShelves, type ShelfBook } from '#contract/books/books.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCard, BookCardSkeletons, RentPrice } from '#web/features/books/book-card.tsx'
import type { ShelvesData } from '#web/features/books/explore/preview.ts'
import { firstCovers, previewedShelves } from '#web/features/books/limits.ts'
import { Shelf, ShelfSkeleton, shelfRowClass, useSoonInView } from '#web/features/books/shelf.tsx'
import { useSession } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

type Props = { branch: string | undefined; preview: ShelvesData | undefined }

/** The shelves of Explore Books. With `branch`, only those of this branch. */
export function Shelves({ branch, preview }: Props) {
  const { drawn, isLoading, isOld, retry } = useDrawnShelves(branch, preview)
  // Memoized, so that the cards aren't rendered again for other changes of this component.
  const rows = useMemo(() => shelfRows(drawn), [drawn])
  if (isLoading)
    return (
      <Loading>
        <ShelfSkeleton title="Recommended Books" />
      </Loading>
    )
  if (rows.length === 0) return <EmptyState text="No books found." onRetry={retry} />
  return (
    <div
      className={`flex flex-col gap-12 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      aria-busy={isOld}
    >
      {retry && <InlineLoadError onRetry={retry} />}
      {rows.map(({ title, more, cards }, index) => {
        const OneShelf = index < previewedShelves && cards.length > 0 ? Shelf : LaterShelf
        return (
          <OneShelf key={title} title={title} more={more}>
            {cards}
          </OneShelf>
        )
      })}
    </div>
  )
}

/** The shelves on the screen. While a new branch loads, these are the previous branch's shelves. */
type DrawnShelves = {
  branch: string | undefined
  /** Undefined until there is something to draw. */
  data: ShelvesData | undefined
  isOfEarlierBranch: boolean
}

/**
 * Returns the shelves to draw; until they are loaded, `preview`. A change of hundreds of cards is
 * drawn in small steps, so that a phone still reacts to taps.
 */
function useDrawnShelves(branch: string | undefined, preview: ShelvesData | undefined) {
  // The read waits until the session is known.
  const enabled = useSession() !== undefined
  const asked = { ...(branch && { branch }) }
  const shelves = useRead(listShelves, asked, { enabled, keepPrevious: true })
  const isOfEarlierBranch = shelves.isPlaceholderData && !preview
  const data = shelves.isPlaceholderData ? (preview ?? shelves.data) : (shelves.data ?? preview)
  const newest: DrawnShelves = useMemo(
    () => ({ data, isOfEarlierBranch, branch }),
    [data, isOfEarlierBranch, branch],
  )
  const drawn = useDeferredValue(newest)
  return {
    drawn,
    isLoading: drawn.data === undefined && (data !== undefined || shelves.isPending),
    isOld: drawn.isOfEarlierBranch || drawn.branch !== branch,
    /** Undefined if loading hasn't failed. */
    retry: shelves.isError ? () => void shelves.refetch() : undefined,
  }
}

type Row = {
  title: string
  more?: { to: string; label: string }
  /** Empty while only the name of the shelf is known. */
  cards: ReactElement[]
}

function shelfRows({ data, branch }: DrawnShelves): Row[] {
  if (!data) return []
  const { recommended, bestsellers, branches } = data
  const listLink = (filters: Record<string, string>) => `?${new URLSearchParams(filters)}`
  const byRating = listLink({ ...(branch && { branch }), sort: 'rating' })
  const best: Row[] = [
    { title: 'Recommended Books', cards: recommended.map(recommendedCard) },
    {
      title: 'Bestsellers',
      more: { to: byRating, label: 'by rating' },
      cards: bestsellers.map(card),
    },
  ]
  return [
    ...best.filter(({ cards }) => cards.length > 0),
    ...branches.map(({ branch: name, total, isMinimum, books }) => ({
      title: `${name} Books`,
      more: {
        to: listLink({ branch: name, sort: 'newest' }),
        label: `${total.toLocaleString('en-IN')}${isMinimum ? '+' : ''} in ${name}`,
      },
      cards: books.map(card),
    })),
  ]
}

const recommendedCard = (book: ShelfBook, index: number) => (
  <BookCard key={book._id} book={book} eager={index < firstCovers}>
    <RentPrice book={book} />
  </BookCard>
)

const card = (book: ShelfBook) => <BookCard key={book._id} book={book} />

/** Phones draw fewer shelves ahead, because they take long to draw one. */
const soonMargin = () => (innerWidth < 640 ? 300 : 1000)

/**
 * A shelf below the first screenful. Its name and link are drawn at once, and its books when it
 * comes near the screen. `children` is empty until the books are loaded. The shelf's height stays
 * the same, so that nothing moves and Back returns to the same position.
 */
function LaterShelf(shelf: ComponentProps<typeof Shelf>) {
  const [sectionRef, isSoonInView] = useSoonInView(soonMargin)
  const isDrawn = isSoonInView && shelf.children.length > 0
  return (
    <Shelf
      {...shelf}
      sectionRef={sectionRef}
      placeholder={!isDrawn && <CardPlaceholders count={isSoonInView ? 6 : 1} />}
    />
  )
}

/** Placeholders as high as a row of cards. They are hidden if scripts are off. */
const CardPlaceholders = ({ count }: { count: number }) => (
  <div aria-hidden className={`${shelfRowClass} overflow-x-hidden noscript:hidden`}>
    <BookCardSkeletons count={count} />
  </div>
)
