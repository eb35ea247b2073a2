import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { listBranches } from '#contract/books/books.ts'
import { allBranches } from '#contract/books/branches.ts'
import { useRead } from '#web/api/hooks.ts'
import { ChosenFilters } from '#web/features/books/explore/filters/chosen-filters.tsx'
import { FilterPanel } from '#web/features/books/explore/filters/filter-panel.tsx'
import { type Filters, filtersFrom } from '#web/features/books/explore/filters/filters.ts'
import { PlaceSuggestions } from '#web/features/books/explore/filters/place-suggestions.tsx'
import { WhereAreYou } from '#web/features/places/where-are-you.tsx'
import { TellMe } from '#web/features/wishlist/searches/tell-me.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { Select } from '#web/ui/inputs/field.tsx'
import type { ExploreData } from './preview.ts'
import { BookSearch } from './search/book-search.tsx'
import { useFound } from './use-found.ts'

/** Where the panel stands beside books; on phones it would push them off the screen. */
const wide = '(min-width: 40rem)'

type Props = {
  filters: Filters
  isList: boolean
  setFilters: (changes: Filters) => void
  /** What the server rendered the page with, and that if it still fits the filters. */
  data: ExploreData | undefined
  initial: ExploreData | undefined
}

export function ExploreControls({ filters, isList, setFilters, data, initial }: Props) {
  const { total, found } = useFound(filters, isList, initial)
  const panel = usePanel(isList)
  const panelButton = useRef<HTMLButtonElement>(null)
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row">
        <BookSearch
          value={filters.search ?? ''}
          found={found}
          onSearch={(search) => setFilters({ search })}
          onFilter={setFilters}
        />
        <div className="flex gap-3">
          <BranchSelect
            value={filters.branch}
            onChange={(branch) => setFilters({ branch })}
            initial={data?.branches}
          />
          <Button
            ref={panelButton}
            variant="plain"
            icon={<SlidersHorizontal size={20} aria-hidden />}
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
          onChange={(whereabouts) => {
            const changes = filtersFrom(filters, whereabouts)
            if (changes) setFilters(changes)
          }}
        />
        <PlaceSuggestions filters={filters} />
        <TellMe />
      </div>
    </search>
  )
}

/** Open where somebody has opened it, and beside a list that the page begins with. */
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
