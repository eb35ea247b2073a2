import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { listOwnBranches } from '#contract/books/books.ts'
import type { OwnBookState } from '#contract/books/manage/own-book-filters.ts'
import { useRead } from '#web/api/hooks.ts'
import { ageText, bookTypeLabels } from '#web/features/books/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs/field.tsx'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { noFilters, type OwnFilters, type useOwnFilters } from './use-own-filters.ts'

const stateLabels: Record<OwnBookState, string> = {
  'for-sale': 'For sale',
  'sold-out': 'Sold out',
  hidden: 'Hidden',
}

/** Filters that are on or off. */
const switches: [on: OwnFilters, label: string][] = [
  [{ withoutPhotos: 'true' }, 'No photos'],
  [{ minDays: '90', maxDays: '' }, ageText(90)],
]

const isSet = (filters: OwnFilters, on: OwnFilters) =>
  Object.entries(on).every(([name, value]) => (filters[name as keyof OwnFilters] ?? '') === value)

/** Links from other pages filter by other ages, too. */
function switchesFor(filters: OwnFilters) {
  const { minDays, maxDays } = filters
  const isOther =
    (minDays || maxDays) && !switches.some(([on]) => 'minDays' in on && isSet(filters, on))
  const age: OwnFilters = { minDays: minDays ?? '', maxDays: maxDays ?? '' }
  return isOther ? [...switches, [age, ageText(minDays, maxDays)] as const] : switches
}

const sorts = [
  ['', 'Newest first'],
  ['listed', 'Oldest first'],
  ['title', 'Title'],
  ['price', 'Lowest price'],
  ['-price', 'Highest price'],
  ['stock', 'Least stock'],
  ['-chats', 'Most chats'],
] as const

const searchLabel = 'Title, author, ISBN or shelf code'

type Props = Pick<ReturnType<typeof useOwnFilters>, 'filters' | 'isFiltered' | 'setFilters'>

export function OwnBookFilters(props: Props) {
  const { filters, isFiltered, setFilters } = props
  // On phones the filters would push the books off the screen.
  const [isOpen, setOpen] = useState(isFiltered)
  return (
    <search className="flex flex-wrap gap-2">
      <div className="flex min-w-44 flex-1 md:basis-44">
        <SearchBox
          label={searchLabel}
          placeholder="Title, ISBN, shelf code"
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
        <FilterSelects {...props} />
        {switchesFor(filters).map(([on, label]) => {
          const isOn = isSet(filters, on)
          const off = Object.fromEntries(Object.keys(on).map((name) => [name, '']))
          return (
            <Button
              key={label}
              variant="plain"
              className="aria-pressed:border-primary aria-pressed:text-primary max-md:grow"
              aria-pressed={isOn}
              onClick={() => setFilters(isOn ? off : on)}
            >
              {label}
            </Button>
          )
        })}
        {isFiltered && (
          <Button variant="ghost" onClick={() => setFilters(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  )
}

function FilterSelects({ filters, setFilters }: Props) {
  const branches = useRead(listOwnBranches, {})
  const branchNames = new Set([
    ...(branches.data ?? []),
    ...(filters.branch ? [filters.branch] : []),
  ])
  return (
    <>
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
      {/* The form of a book, which opens over this page, has a field 'Branch'. */}
      <FilterSelect
        label="Filter by subject"
        all="All branches"
        value={filters.branch}
        options={[...branchNames].map((name) => [name, name])}
        onChange={(branch) => setFilters({ branch })}
      />
      {/* The table sorts by its headers. */}
      <FilterSelect
        className="min-[79rem]:hidden"
        label="Sort by"
        value={filters.sort}
        options={sorts}
        onChange={(sort) => setFilters({ sort })}
      />
    </>
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
      className={`w-auto! min-w-0 grow basis-36 pr-2! md:basis-38 md:grow-0 ${value ? 'border-primary text-primary' : ''} ${className}`}
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
