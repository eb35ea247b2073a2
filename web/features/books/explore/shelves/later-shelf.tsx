import type { ComponentProps } from 'react'
import { Shelf, shelfRowClass } from '#web/features/books/shelf.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { useSoonInView } from './use-soon-in-view.ts'

type Props = Pick<ComponentProps<typeof Shelf>, 'title' | 'more' | 'children'> & {
  isForced: boolean
  /** Given where loading the books has failed. */
  onRetry: (() => void) | undefined
}

/**
 * A shelf below the first screenful. Its name and link are there from the start; its books, without
 * which `children` is empty, are drawn when it comes near. Its height doesn't change then, so that
 * nothing moves and Back leads to the same place.
 */
export function LaterShelf({ isForced, onRetry, ...shelf }: Props) {
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
const Places = ({ isSoonInView, onRetry }: Pick<Props, 'onRetry'> & { isSoonInView: boolean }) => (
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
