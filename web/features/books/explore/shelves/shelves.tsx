import {
  type ComponentProps,
  type ReactElement,
  type RefCallback,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { conditionLabels } from '#contract/books/book-forms.ts'
import type { ShelfBook } from '#contract/books/books.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { titlesInput } from '#web/features/books/explore/filters/filters.ts'
import { NothingFound } from '#web/features/books/explore/nothing-found.tsx'
import type { ShelvesData } from '#web/features/books/explore/preview.ts'
import { useFoundTitles } from '#web/features/books/explore/use-found-titles.ts'
import { cardsBesideEachOther, previewedShelves } from '#web/features/books/policy.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { Shelf, ShelfSkeleton, shelfRowClass } from '#web/features/books/shelf.tsx'
import { labelOf } from '#web/format.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
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
        <div key={key} className="flex flex-col gap-2">
          <Skeleton className="aspect-[2/3] w-full" />
          <Skeleton className="h-37.5" />
        </div>
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
