// Explore Books: shelves to browse, and one list as soon as anything is sorted or filtered. Everything stands in the address.
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { bookSorts, bookTypes, conditions } from '#contract/book-forms.ts'
import { type Book, type listBooks, listBranches, type listShelves } from '#contract/books.ts'
import type { EndpointInput, Page, ResponseOf } from '#contract/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import { useLeaving } from '#web/forms/use-leaving.ts'
import { conditionNames } from '#web/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/inputs/field.tsx'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { BookList } from './book-list.tsx'
import { Shelves } from './shelves.tsx'

const names = [
  'search',
  'branch',
  'bookType',
  'condition',
  'minPrice',
  'maxPrice',
  'rentable',
  'sort',
] as const
type Filters = Partial<Record<(typeof names)[number], string>>
/** What turns the shelves into one list. */
const listing = ['bookType', 'condition', 'minPrice', 'maxPrice', 'rentable', 'sort'] as const

/** What an address asks for; empty values count as absent. */
export function readFilters(params: URLSearchParams): { filters: Filters; asList: boolean } {
  const filters: Filters = {}
  for (const name of names) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return { filters, asList: listing.some((name) => filters[name] !== undefined) }
}

/** What the server rendered the page with; `asked` are the filters it was for. */
export type ExploreData = {
  asked?: string
  branches?: ResponseOf<typeof listBranches> | undefined
  shelves?: ResponseOf<typeof listShelves> | undefined
  list?: Page<Book> | undefined
}

const sortNames = {
  newest: 'Newest',
  price: 'Lowest price',
  '-price': 'Highest price',
  rating: 'Best rated',
} as const
const typeNames = { new: 'New books', old: 'Old books' } as const

export function Explore({ data }: { data: ExploreData | undefined }) {
  const [params, setParams] = useSearchParams()
  const leaving = useLeaving()
  const { filters, asList } = readFilters(params)
  const initial = data?.asked === JSON.stringify(filters) ? data : undefined
  const branches = useRead(listBranches, {}, { initial: data?.branches })
  const [unfolded, setUnfolded] = useState(asList)
  const set = (change: Filters) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(change))
          value ? now.set(name, value) : now.delete(name)
        return now
      },
      // The first search is a step back; each further letter is not.
      { replace: 'search' in change && filters.search !== undefined, preventScrollReset: true },
    )
  const branchOptions = [
    ...new Set([...(branches.data?.used ?? []), ...(filters.branch ? [filters.branch] : [])]),
  ]

  return (
    <main id="main" className="mx-auto flex max-w-6xl flex-col gap-8 px-4 py-8">
      <div className="flex flex-col gap-4">
        <h1 className="font-semibold text-3xl sm:text-4xl">Explore Books</h1>
        <search className="flex flex-col gap-3">
          <div className="flex flex-col gap-3 sm:flex-row">
            <SearchBox
              label="Search by title or author"
              placeholder="Search by title or author..."
              value={filters.search ?? ''}
              // Who has followed a link meanwhile is not called back.
              onSearch={(search) => leaving || set({ search })}
            />
            <div className="flex gap-3">
              <Select
                aria-label="Branch"
                value={filters.branch ?? ''}
                onChange={(event) => set({ branch: event.target.value })}
                className="min-w-0 sm:w-56"
              >
                <option value="">All Branches</option>
                {branchOptions.map((branch) => (
                  <option key={branch}>{branch}</option>
                ))}
              </Select>
              <Button
                look="plain"
                icon={<SlidersHorizontal size={20} aria-hidden />}
                aria-expanded={unfolded}
                aria-controls="filters"
                onClick={() => setUnfolded(!unfolded)}
              >
                Filters
              </Button>
            </div>
          </div>
          {unfolded && (
            <FilterPanel
              filters={filters}
              set={set}
              clear={() => set(Object.fromEntries(listing.map((name) => [name, ''])))}
              filtered={asList}
            />
          )}
        </search>
      </div>
      {asList ? (
        <BookList ask={filters as EndpointInput<typeof listBooks>} initial={initial?.list} />
      ) : (
        <Shelves search={filters.search} branch={filters.branch} initial={initial?.shelves} />
      )}
    </main>
  )
}

type PanelProps = {
  filters: Filters
  set: (change: Filters) => void
  clear: () => void
  filtered: boolean
}

function FilterPanel({ filters, set, clear, filtered }: PanelProps) {
  return (
    <div
      id="filters"
      className="grid grid-cols-2 items-start gap-3 rounded-box border border-border bg-surface p-4 sm:grid-cols-3 lg:grid-cols-6"
    >
      <Field label="Sort by">
        <Select value={filters.sort ?? ''} onChange={(event) => set({ sort: event.target.value })}>
          <option value="">Shelves</option>
          {bookSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortNames[sort]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Book type">
        <Select
          value={filters.bookType ?? ''}
          onChange={(event) => set({ bookType: event.target.value })}
        >
          <option value="">Any</option>
          {bookTypes.map((type) => (
            <option key={type} value={type}>
              {typeNames[type]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Condition">
        <Select
          value={filters.condition ?? ''}
          onChange={(event) => set({ condition: event.target.value })}
        >
          <option value="">Any</option>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionNames[condition]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="For rent">
        <Select
          value={filters.rentable ?? ''}
          onChange={(event) => set({ rentable: event.target.value })}
        >
          <option value="">Any</option>
          <option value="true">Rentable</option>
          <option value="false">Sale only</option>
        </Select>
      </Field>
      <PriceBound
        label="Price from (₹)"
        value={filters.minPrice}
        onChange={(minPrice) => set({ minPrice })}
      />
      <PriceBound
        label="Price to (₹)"
        value={filters.maxPrice}
        onChange={(maxPrice) => set({ maxPrice })}
        error={
          Number(filters.minPrice) > Number(filters.maxPrice)
            ? "This is below 'Price from'."
            : undefined
        }
      />
      {filtered && (
        <Button look="ghost" size="sm" className="col-span-full justify-self-start" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

type BoundProps = {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  error?: string | undefined
}

function PriceBound({ label, value, onChange, error }: BoundProps) {
  return (
    <Field label={label} error={error}>
      <Input
        key={value}
        type="number"
        inputMode="numeric"
        min={0}
        max={100_000}
        defaultValue={value}
        onBlur={(event) => event.target.value !== (value ?? '') && onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </Field>
  )
}
