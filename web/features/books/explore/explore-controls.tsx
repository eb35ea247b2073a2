import { SlidersHorizontal, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { listBranches } from '#contract/books/books.ts'
import { allBranches } from '#contract/books/branches.ts'
import { chosenFilters } from '#contract/books/filter-labels.ts'
import { useRead } from '#web/api/hooks.ts'
import { FilterPanel } from '#web/features/books/explore/filters/filter-panel.tsx'
import { type Filters, filtersFrom } from '#web/features/books/explore/filters/filters.ts'
import {
  PlaceSuggestions,
  ShopSuggestions,
  useNamedPlaces,
} from '#web/features/books/explore/filters/place-suggestions.tsx'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import { WhereAreYou } from '#web/features/places/where-are-you.tsx'
import { SaveSearchButton } from '#web/features/wishlist/searches/save-search-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { Select } from '#web/ui/inputs/field.tsx'
import type { ExploreData } from './preview.ts'
import { BookSearch } from './search/book-search.tsx'
import { formatTotal } from './total.ts'

/**
 * Only on screens of at least this width do the filters start open. On phones they would push the
 * books off the screen.
 */
const wide = '(min-width: 40rem)'

type Props = {
  filters: Filters
  isList: boolean
  setFilters: (changes: Filters) => void
  branches: ExploreData['branches']
  /** How many books are found. Undefined while the shelves are shown. */
  found: { total: number | undefined; isMinimum: boolean | undefined } | undefined
}

export function ExploreControls({ filters, isList, setFilters, branches, found }: Props) {
  const total = found?.total === undefined ? undefined : formatTotal(found.total, found.isMinimum)
  const places = useNamedPlaces(filters)
  // An empty list suggests the places itself, with larger buttons.
  const isEmpty = found?.total === 0
  const panel = usePanel(isList)
  const panelButton = useRef<HTMLButtonElement>(null)
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row">
        <BookSearch
          value={filters.search ?? ''}
          onSearch={(search) => setFilters({ search })}
          onFilter={setFilters}
        />
        <div className="flex gap-3">
          <BranchSelect
            value={filters.branch}
            onChange={(branch) => setFilters({ branch })}
            initial={branches}
          />
          <Button
            ref={panelButton}
            variant="plain"
            icon={<SlidersHorizontal />}
            aria-expanded={panel.isOpen}
            aria-controls="filters"
            onClick={() => panel.setOpen(!panel.isOpen)}
          >
            Filters
          </Button>
        </div>
      </div>
      {panel.isOpen && (
        <FilterPanel
          id="filters"
          className={panel.isAsked ? '' : 'max-sm:hidden'}
          filters={filters}
          isList={isList}
          total={total}
          setFilters={setFilters}
          onDone={() => {
            panel.setOpen(false)
            panelButton.current?.focus()
          }}
        />
      )}
      <ChosenFilters
        filters={filters}
        total={panel.isOpen ? total : undefined}
        setFilters={setFilters}
        nextFocus={panelButton}
      />
      <div className="-mt-1 flex flex-wrap items-start gap-x-3 gap-y-1">
        <WhereAreYou
          isFlush
          onChange={(userLocation) => {
            const changes = filtersFrom(filters, userLocation)
            if (changes) setFilters(changes)
          }}
        />
        {!isEmpty && <PlaceSuggestions places={places} />}
        <ShopSuggestions search={filters.search ?? ''} />
        {(!isEmpty || places.length > 0) && <SaveSearchButton />}
      </div>
    </search>
  )
}

/**
 * The panel starts open only on wide screens, and only if the page began with a list. After that,
 * it is as the person opened or closed it.
 */
function usePanel(isList: boolean) {
  const [asked, setOpen] = useState<boolean>()
  const [beginsWithList] = useState(isList)
  const isWide = useMediaQuery(wide, true)
  return { isOpen: asked ?? (beginsWithList && isWide), isAsked: asked !== undefined, setOpen }
}

type BranchSelectProps = {
  value: string | undefined
  onChange: (branch: string) => void
  initial: ExploreData['branches']
}

function BranchSelect({ value, onChange, initial }: BranchSelectProps) {
  const branches = useRead(listBranches, {}, { initial })
  const options = new Set([...(branches.data?.used ?? []), ...(value ? [value] : [])])
  return (
    <Select
      aria-label="Branch"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className="min-w-0 sm:w-56"
    >
      <option value="">{allBranches}</option>
      {[...options].map((branch) => (
        <option key={branch}>{branch}</option>
      ))}
    </Select>
  )
}

type ChosenFiltersProps = {
  filters: Filters
  /** How many books match the filters. Undefined if the open panel already shows the number. */
  total: string | undefined
  setFilters: (changes: Filters) => void
  /** Receives the focus when the last filter is removed. */
  nextFocus: RefObject<HTMLElement | null>
}

/** Shows the chosen filters as buttons that remove them, and how many books match. */
function ChosenFilters({ filters, total, setFilters, nextFocus }: ChosenFiltersProps) {
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
              <X size={16} />
            </button>
          </li>
        ))}
      </ul>
      {total && <p className="text-muted text-sm">{total} left</p>}
    </div>
  )
}
