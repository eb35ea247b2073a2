import { X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { chosenFilters } from '#contract/books/filter-labels.ts'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import type { Filters } from './filters.ts'

type Props = {
  filters: Filters
  /** How many books they leave, where it is said here. */
  total: string | undefined
  setFilters: (changes: Filters) => void
  /** What is focused when the last of them goes. */
  nextFocus: RefObject<HTMLElement | null>
}

/** What is chosen, each to be removed, and how many books that leaves. */
export function ChosenFilters({ filters, total, setFilters, nextFocus }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const chosen = chosenFilters(filters)
  const start = useDistanceStart()
  if (chosen.length === 0) return null
  const remove = (at: number, name: keyof Filters) => {
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, n) => n !== at)
    const next = others[Math.min(at, others.length - 1)] ?? nextFocus.current
    next?.focus()
    setFilters({ [name]: '' })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ul ref={list} aria-label="Chosen filters" className="flex flex-wrap gap-2">
        {chosen.map(({ name, label }, at) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => remove(at, name)}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-primary-soft px-3
                font-medium text-primary text-sm hover:underline sm:min-h-9"
            >
              <span className="sr-only">Remove </span>
              {label}
              {name === 'within' && start?.isShared && ` of ${start.name}`}
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {total && <p className="text-muted text-sm">{total} left</p>}
    </div>
  )
}
