import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { OwnBookState } from '#contract/books/own-book-filters.ts'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { useBranches } from '#web/features/listing/book-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs/field.tsx'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { noFilters, type OwnFilters, type useOwnFilters } from './use-own-filters.ts'

const stateLabels: Record<OwnBookState, string> = {
  'for-sale': 'For sale',
  'sold-out': 'Sold out',
  hidden: 'Hidden',
}

/** Choices that aren't columns: what is missing, and how old a listing is. */
const checks = [
  ['withoutPhotos=true', 'No photos'],
  ['minDays=90', 'Older than 90 days'],
] as const

const sorts = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['title', 'Title'],
  ['price', 'Lowest price'],
  ['-price', 'Highest price'],
  ['stock', 'Least stock'],
  ['-chats', 'Most chats'],
] as const

const searchLabel = 'Search by title or author...'

export function OwnBookFilters({
  filters,
  isFiltered,
  setFilters,
}: Pick<ReturnType<typeof useOwnFilters>, 'filters' | 'isFiltered' | 'setFilters'>) {
  const branches = useBranches()
  // On phones the filters would push the books off the screen.
  const [isOpen, setOpen] = useState(isFiltered)
  const branchNames = new Set([
    ...(branches.data?.used ?? []),
    ...(filters.branch ? [filters.branch] : []),
  ])
  const check = checks.find(([query]) => {
    const [name = '', value] = query.split('=')
    return filters[name as keyof OwnFilters] === value
  })
  return (
    <search className="flex flex-wrap gap-2">
      <div className="flex min-w-44 flex-1 md:basis-56">
        <SearchBox
          label={searchLabel}
          placeholder={searchLabel}
          value={filters.search ?? ''}
          onSearch={(search) => setFilters({ search })}
        />
      </div>
      <Button
        variant="plain"
        className="md:hidden"
        icon={<SlidersHorizontal />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <div className={`${isOpen ? 'flex basis-full flex-wrap gap-2' : 'hidden'} md:contents`}>
        <FilterSelect
          label="State"
          all="All states"
          value={filters.state}
          options={Object.entries(stateLabels)}
          onChange={(state) => setFilters({ state })}
        />
        <FilterSelect
          label="Book type"
          all="New and old"
          value={filters.bookType}
          options={Object.entries(bookTypeLabels)}
          onChange={(bookType) => setFilters({ bookType })}
        />
        <FilterSelect
          label="Branch"
          all="All branches"
          value={filters.branch}
          options={[...branchNames].map((name) => [name, name])}
          onChange={(branch) => setFilters({ branch })}
        />
        <FilterSelect
          label="To check"
          all="Age, photos"
          value={check?.[0]}
          options={checks}
          onChange={(query) =>
            setFilters({
              withoutPhotos: '',
              minDays: '',
              ...Object.fromEntries(new URLSearchParams(query)),
            })
          }
        />
        {/* The table sorts by its headers. */}
        <FilterSelect
          className="min-[79rem]:hidden"
          label="Sort by"
          value={filters.sort}
          options={sorts}
          onChange={(sort) => setFilters({ sort })}
        />
        {isFiltered && (
          <Button variant="ghost" onClick={() => setFilters(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  )
}

function FilterSelect({
  label,
  all,
  value = '',
  options,
  onChange,
  className = '',
}: {
  label: string
  all?: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
  className?: string
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`w-auto! min-w-0 flex-1 basis-36 ${value ? 'border-primary text-primary' : ''} ${className}`}
    >
      {all && <option value="">{all}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  )
}
