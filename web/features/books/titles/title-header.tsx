import { HandHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Title } from '#contract/books/titles.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import { formatCount } from '#contract/common/numbers.ts'
import type { KnownTitle } from '#contract/wishlist/titles.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { Rating } from '#web/features/books/rating.tsx'
import { WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import { formatRupees } from '#web/format.ts'
import { addWantPath } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'

const frameClass =
  'grid grid-cols-[6rem_minmax(0,1fr)] gap-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-8'

const priceRange = ({ lowestPrice, highestPrice }: Title): string =>
  lowestPrice === highestPrice
    ? `at ${formatRupees(lowestPrice ?? 0)}`
    : `from ${formatRupees(lowestPrice ?? 0)} to ${formatRupees(highestPrice ?? 0)}`

export function TitleHeader({ title }: { title: Title }) {
  const facts = [
    title.branch,
    ...(title.genre && title.genre !== title.branch ? [title.genre] : []),
    ...(title.publication_year ? [`${title.publication_year}`] : []),
    ...(title.pages ? [formatCount(title.pages, 'page')] : []),
    ...(title.isbn ? [`ISBN ${title.isbn}`] : []),
  ]
  return (
    <header className={`wrap-anywhere ${frameClass}`}>
      <BookCover
        src={title.image}
        sizes="(min-width: 640px) 160px, 96px"
        eager
        className="w-full border border-border"
      />
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-2xl leading-tight sm:text-4xl">
          {title.title || unknownBook}
        </h1>
        {title.author && <p className="text-muted sm:text-lg">by {title.author}</p>}
        <Rating of={title.ratings} />
        <p className="text-muted text-sm">{facts.join(' · ')}</p>
        <div className="flex flex-wrap items-center gap-x-3 empty:hidden">
          <WantedCount people={title.wanted} />
          <WantButton title={title} />
        </div>
        {title.copies > 0 && (
          <p className="text-lg">
            {formatCount(title.copies, 'copy', 'copies')}{' '}
            <span className="font-semibold">{priceRange(title)}</span>
            {title.lowestRentPrice !== undefined && (
              <Rent>or from {formatRupees(title.lowestRentPrice)} a day</Rent>
            )}
          </p>
        )}
      </div>
    </header>
  )
}

const Rent = ({ children }: { children: ReactNode }) => (
  <span className="font-medium text-accent-text"> {children}</span>
)

export const TitleHeaderSkeleton = () => (
  <div className={frameClass}>
    <Skeleton className="aspect-[2/3] w-full" />
    <div className="flex flex-col gap-3">
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  </div>
)

/** Opens the wishlist's form with this title filled in. Guests log in first. */
function WantButton({ title }: { title: KnownTitle }) {
  const side = useSession()?.role === 'seller' ? 'seller' : 'buyer'
  return (
    <LinkButton
      to={addWantPath(side, title)}
      variant="ghost"
      size="sm"
      className="-ml-3"
      icon={<HandHeart size={18} />}
    >
      Add to wishlist
    </LinkButton>
  )
}
