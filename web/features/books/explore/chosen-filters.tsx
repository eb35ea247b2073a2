import { X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { type Book, listBooks } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { chosenFilters } from './filter-labels.ts'
import { type Filters, listInput } from './filters.ts'
import { formatTotal } from './total.ts'
import { useFoundTitles } from './use-found-titles.ts'

type CountProps = {
  filters: Filters
  initial: { list?: Page<Book> | undefined; titles?: Page<FoundTitle> | undefined } | undefined
}
type Props = CountProps & {
  setFilters: (changes: Filters) => void
  showsCount: boolean
  /** What is focused when the last of them goes. */
  nextFocus: RefObject<HTMLElement | null>
}

/** What is chosen, each to be removed, and how many books that leaves. */
export function ChosenFilters({ filters, initial, setFilters, showsCount, nextFocus }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const chosen = chosenFilters(filters)
  if (chosen.length === 0) return null
  const remove = (at: number, changes: Filters) => {
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, n) => n !== at)
    const next = others[Math.min(at, others.length - 1)] ?? nextFocus.current
    next?.focus()
    setFilters(changes)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ul ref={list} aria-label="Chosen filters" className="flex flex-wrap gap-2">
        {chosen.map(({ name, label, removed }, at) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => remove(at, removed)}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-primary-soft px-3
                font-medium text-primary text-sm hover:underline sm:min-h-9"
            >
              <span className="sr-only">Remove </span>
              {label}
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {showsCount &&
        (filters.search ? (
          <TitlesLeft filters={filters} initial={initial} />
        ) : (
          <BooksLeft filters={filters} initial={initial} />
        ))}
    </div>
  )
}

type CountedPages = { total: number | undefined; isMinimum: boolean | undefined }

const Count = ({ total, isMinimum }: CountedPages) =>
  total !== undefined && <p className="text-muted text-sm">{formatTotal(total, isMinimum)} left</p>

// As the list below asks for them, so that both are one request.
const TitlesLeft = ({ filters, initial }: CountProps) => (
  <Count {...useFoundTitles(listInput(filters), initial?.titles)} />
)

function BooksLeft({ filters, initial }: CountProps) {
  const enabled = !useIsNavigatingAway()
  const options = { initial: initial?.list, enabled, keepPrevious: true }
  return <Count {...useReadPages(listBooks, listInput(filters), options)} />
}
