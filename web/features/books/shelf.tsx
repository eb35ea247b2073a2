import { ArrowRight } from 'lucide-react'
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  startTransition,
  useCallback,
  useId,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router'
import { BookCardSkeletons } from './book-card.tsx'
import { shelfPreviewSize } from './limits.ts'

type Props = {
  title: string
  more?: { to: string; label: string } | undefined
  /** Shown between the title and the cards. */
  summary?: ReactNode
  children: ReactElement[]
  placeholder?: ReactNode
  sectionRef?: Ref<HTMLElement>
}

export const shelfRowClass = `
  grid snap-x scroll-px-4 auto-cols-[46%] grid-flow-col gap-4 overflow-x-auto overscroll-x-contain
  px-4 pb-3 sm:auto-cols-[180px] -mx-4
`

export function Shelf({ title, more, summary, children, placeholder, sectionRef }: Props) {
  const id = useId()
  return (
    <section ref={sectionRef} aria-labelledby={id} className="flex flex-col gap-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-semibold text-2xl">
          {title}
        </h2>
        {more && (
          <Link
            to={more.to}
            className="inline-flex shrink-0 items-center gap-1 py-2 font-medium text-primary
              text-sm hover:underline"
          >
            See all<span className="sr-only"> {more.label}</span>
            <ArrowRight size={16} />
          </Link>
        )}
      </header>
      {summary}
      {placeholder || <Cards title={title}>{children}</Cards>}
    </section>
  )
}

/**
 * When this card comes into view, the cards that aren't drawn yet are drawn, because the person may
 * scroll to them.
 */
const decidingCard = 4

function Cards({ title, children }: Pick<Props, 'title' | 'children'>) {
  const name = `${useLocation().key} ${title}`
  const listRef = useSavedScroll(name)
  const [cardRef, isSeen] = useSoonInView()
  const showsAll = isSeen || positions.has(name)
  const shown = showsAll ? children : children.slice(0, shelfPreviewSize)
  return (
    <ul ref={listRef} className={shelfRowClass}>
      {shown.map((child, index) => (
        <li
          key={child.key}
          ref={index === decidingCard ? cardRef : undefined}
          className="snap-start"
        >
          {child}
        </li>
      ))}
    </ul>
  )
}

const noMargin = () => 0

/** Whether an element is or was on the screen, or at most `margin` pixels above or below it. */
export function useSoonInView(margin = noMargin): [RefCallback<HTMLElement>, boolean] {
  const [isSoonInView, setSoonInView] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element || isSoonInView) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting))
            startTransition(() => setSoonInView(true))
        },
        { rootMargin: `${margin()}px 0px` },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [isSoonInView, margin],
  )
  return [ref, isSoonInView]
}

const positions = new Map<string, number>()

/** Restores a row's horizontal scroll position when a row with the same name is shown again. */
function useSavedScroll(name: string): RefCallback<HTMLUListElement> {
  return useCallback(
    (row: HTMLUListElement | null) => {
      if (!row) return
      row.scrollLeft = positions.get(name) ?? 0
      const save = () => void positions.set(name, row.scrollLeft)
      row.addEventListener('scroll', save, { passive: true })
      return () => row.removeEventListener('scroll', save)
    },
    [name],
  )
}

export function ShelfSkeleton({ title }: { title: string }) {
  return (
    <section className="flex flex-col gap-4 noscript:hidden">
      <h2 className="font-semibold text-2xl">{title}</h2>
      <div className={`${shelfRowClass} overflow-x-hidden`}>
        <BookCardSkeletons count={7} />
      </div>
    </section>
  )
}
