import {
  type ComponentProps,
  type ReactElement,
  type RefCallback,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { listShelves, type ShelfBook } from '#contract/books/books.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCard, BookCardSkeleton, RentPrice } from '#web/features/books/book-card.tsx'
import type { ShelvesData } from '#web/features/books/explore/preview.ts'
import { previewedShelves } from '#web/features/books/limits.ts'
import { Shelf, ShelfSkeleton, shelfRowClass } from '#web/features/books/shelf.tsx'
import { useSession } from '#web/session/session.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

/** How many cards of a shelf a phone shows beside each other: their covers come first. */
const cardsBesideEachOther = 3

type Props = { branch: string | undefined; preview: ShelvesData | undefined }

/** The shelves of Explore Books, of one branch where that is given. */
export function Shelves({ branch, preview }: Props) {
  const { drawn, isLoading, isOld, retry } = useDrawnShelves(branch, preview)
  // Kept, so that drawing anything else finds the same cards and skips them.
  const rows = useMemo(() => shelfRows(drawn), [drawn])
  const isFinding = useFindInPage()
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

/** What is drawn: these shelves, or those before while the branch is new. */
type DrawnShelves = {
  branch: string | undefined
  /** Undefined until there is something to draw. */
  data: ShelvesData | undefined
  isOfEarlierBranch: boolean
}

/**
 * The shelves to draw, `preview` until they are loaded. A change of their hundreds of cards is drawn
 * in small steps, so that a phone still reacts to taps.
 */
function useDrawnShelves(branch: string | undefined, preview: ShelvesData | undefined) {
  const isLeaving = useIsNavigatingAway()
  // Not for guests first, nor as a guest what somebody looked at who is logging out.
  const enabled = useSession() !== undefined && !isLeaving
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
    /** Given where loading them has failed. */
    retry: shelves.isError ? () => void shelves.refetch() : undefined,
  }
}

type Row = {
  title: string
  more?: { to: string; label: string }
  /** Empty where only the name of the shelf is known so far. */
  cards: ReactElement[]
}

function shelfRows({ data, branch }: DrawnShelves): Row[] {
  if (!data) return []
  const { recommended, bestsellers, branches } = data
  const listLink = (filters: Record<string, string>) => `?${new URLSearchParams(filters)}`
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
            cards: bestsellers.map(card),
          },
        ]
      : []),
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
  <BookCard key={book._id} book={book} eager={index < cardsBesideEachOther}>
    <RentPrice book={book} />
  </BookCard>
)

const card = (book: ShelfBook) => <BookCard key={book._id} book={book} />

type LaterShelfProps = Pick<ComponentProps<typeof Shelf>, 'title' | 'more' | 'children'> & {
  isForced: boolean
  /** Given where loading the books has failed. */
  onRetry: (() => void) | undefined
}

/**
 * A shelf below the first screenful. Its name and link are there from the start; its books, without
 * which `children` is empty, are drawn when it comes near. Its height doesn't change then, so that
 * nothing moves and Back leads to the same place.
 */
function LaterShelf({ isForced, onRetry, ...shelf }: LaterShelfProps) {
  const [sectionRef, isSoonInView] = useSoonInView()
  const isDrawn = (isSoonInView || isForced) && shelf.children.length > 0
  return (
    <Shelf
      {...shelf}
      sectionRef={sectionRef}
      placeholder={
        !isDrawn && (
          <Places isSoonInView={isSoonInView} onRetry={isSoonInView ? onRetry : undefined} />
        )
      }
    />
  )
}

/** As high as a row of cards. Without scripts, the link to the books is enough. */
const Places = ({
  isSoonInView,
  onRetry,
}: Pick<LaterShelfProps, 'onRetry'> & { isSoonInView: boolean }) => (
  <div className="relative noscript:hidden">
    <div aria-hidden className={`${shelfRowClass} overflow-x-hidden ${onRetry ? 'invisible' : ''}`}>
      {Array.from({ length: isSoonInView ? 6 : 1 }, (_, index) => `${index}`).map((key) => (
        <BookCardSkeleton key={key} />
      ))}
    </div>
    {onRetry && (
      <div className="absolute top-0 left-0">
        <InlineLoadError onRetry={onRetry} />
      </div>
    )}
  </div>
)

/** How far from the screen a part is drawn, so that it is there when it is reached. */
const margin = '1000px 0px'

/** Whether an element is on the screen or close to it, or was before. */
function useSoonInView(): [RefCallback<HTMLElement>, boolean] {
  const [isSoonInView, setSoonInView] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element || isSoonInView) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting))
            startTransition(() => setSoonInView(true))
        },
        { rootMargin: margin },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [isSoonInView],
  )
  return [ref, isSoonInView]
}

/** Whether somebody has pressed the keys with which browsers search a page. */
function useFindInPage(): boolean {
  const [isFinding, setFinding] = useState(false)
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey))) setFinding(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isFinding
}
