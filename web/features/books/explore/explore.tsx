import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Book, listBranches } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page, ResponseOf } from '#contract/common/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { TellMe } from '#web/features/books/saved/tell-me.tsx'
import { WhereAreYou } from '#web/features/places/where-are-you.tsx'
import { Button } from '#web/ui/button.tsx'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { Select } from '#web/ui/inputs/field.tsx'
import { BookList, TitleList } from './book-list.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { type Filters, filtersFrom, listFilterNames, listInput, readFilters } from './filters.ts'
import { PlaceOffers } from './place-offers.tsx'
import type { ShelvesData } from './preview.ts'
import { BookSearch } from './search/book-search.tsx'
import { SearchResults } from './search-results.tsx'
import { Shelves } from './shelves.tsx'

/** What the server rendered the page with; `filtersKey` is the JSON of its filters. */
export type ExploreData = {
  filtersKey?: string
  branches?: ResponseOf<typeof listBranches> | undefined
  shelves?: ShelvesData | undefined
  list?: Page<Book> | undefined
  /** In the place of `list` for a search. */
  titles?: Page<FoundTitle> | undefined
}

export function Explore({ data }: { data: ExploreData | undefined }) {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsNavigatingAway()
  const { filters, isList } = readFilters(params)
  const initial = data?.filtersKey === JSON.stringify(filters) ? data : undefined
  const [isPanelOpen, setPanelOpen] = useState(isList)
  const panelButton = useRef<HTMLButtonElement>(null)
  const setFilters = (changes: Filters) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(changes))
          value ? current.set(name, value) : current.delete(name)
        return current
      },
      // The first search adds a history entry, further letters replace it.
      { replace: 'search' in changes && filters.search !== undefined, preventScrollReset: true },
    )
  const clear = () => setFilters(Object.fromEntries(listFilterNames.map((name) => [name, ''])))
  return (
    <main id="main" className="group/explore mx-auto flex max-w-6xl flex-col gap-8 px-4 py-8">
      <div className="flex flex-col gap-4">
        <h1 className="font-semibold text-3xl sm:text-4xl">Explore Books</h1>
        <search className="flex flex-col gap-3">
          <div className="flex flex-col gap-3 sm:flex-row">
            <BookSearch
              value={filters.search ?? ''}
              // A late search must not stop a navigation that has begun.
              onSearch={(search) => isLeaving || setFilters({ search })}
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
                aria-expanded={isPanelOpen}
                aria-controls="filters"
                onClick={() => setPanelOpen(!isPanelOpen)}
              >
                Filters
              </Button>
            </div>
          </div>
          {isPanelOpen && (
            <FilterPanel
              id="filters"
              filters={filters}
              setFilters={setFilters}
              onClear={isList ? clear : undefined}
            />
          )}
          <ChosenFilters
            filters={filters}
            initial={initial}
            setFilters={setFilters}
            showsCount={isPanelOpen}
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
            <PlaceOffers filters={filters} />
            <TellMe />
          </div>
        </search>
      </div>
      {isList && filters.search ? (
        <TitleList input={listInput(filters)} initial={initial?.titles} />
      ) : isList ? (
        <BookList input={listInput(filters)} initial={initial?.list} />
      ) : (
        <>
          {filters.search && (
            <SearchResults
              search={filters.search}
              branch={filters.branch}
              initial={initial?.titles}
            />
          )}
          <Shelves search={filters.search} branch={filters.branch} preview={initial?.shelves} />
        </>
      )}
    </main>
  )
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
      <option value="">All Branches</option>
      {[...options].map((branch) => (
        <option key={branch}>{branch}</option>
      ))}
    </Select>
  )
}
