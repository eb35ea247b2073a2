import type { ReactNode } from 'react'
import { bookTypes, conditions, listSorts } from '#contract/books/book-forms.ts'
import { bookClasses, examNames, languageNames } from '#contract/books/book-tags.ts'
import { priceRange } from '#contract/common/policy.ts'
import { conditionLabels } from '#web/features/books/labels.ts'
import { handOverLabels } from '#web/features/places/hand-over-labels.ts'
import { useWhereabouts } from '#web/features/places/whereabouts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/inputs/field.tsx'
import { bookTypeFilterLabels, rentableLabels } from './filter-labels.ts'
import { bestMatch, type Filters } from './filters.ts'
import { PlaceFilter } from './place-filter.tsx'

const sortLabels = {
  newest: 'Newest',
  price: 'Lowest price',
  '-price': 'Highest price',
  rating: 'Best rated',
  near: 'Nearest',
} as const
const classNumbers = Array.from({ length: bookClasses.highest }, (_, index) => index + 1)

type PanelProps = {
  id: string
  filters: Filters
  setFilters: (changes: Filters) => void
  /** Clears all filters; undefined when none is set. */
  onClear: (() => void) | undefined
}

export function FilterPanel({ id, filters, setFilters, onClear }: PanelProps) {
  const from = useWhereabouts()?.from ?? filters.near ?? ''
  const isRangeEmpty = Number(filters.minPrice) > Number(filters.maxPrice)
  return (
    <div
      id={id}
      className="grid grid-cols-2 items-start gap-3 rounded-box border border-border bg-surface
        p-4 sm:grid-cols-3 lg:grid-cols-6"
    >
      <SelectFilter
        className="col-span-2 sm:col-span-1"
        label="Sort by"
        value={filters.sort}
        onChange={(sort) =>
          setFilters({ sort, near: sort === 'near' || filters.within ? from : '' })
        }
        options={listSorts
          .filter((sort) => sort !== 'near' || from !== '')
          .map((sort) => [sort, sortLabels[sort]])}
      >
        <option value="">Shelves</option>
        {(filters.search || filters.sort === bestMatch) && (
          <option value={bestMatch}>Best match</option>
        )}
      </SelectFilter>
      <PlaceFilter filters={filters} from={from} setFilters={setFilters} />
      <SelectFilter
        label="Hand-over"
        value={filters.handOver}
        onChange={(handOver) => setFilters({ handOver })}
        options={Object.entries(handOverLabels)}
      />
      <SelectFilter
        label="Class"
        value={filters.class}
        onChange={(number) => setFilters({ class: number })}
        options={classNumbers.map((number) => [`${number}`, `Class ${number}`])}
      />
      <SelectFilter
        label="Exam or board"
        value={filters.exam?.toLowerCase()}
        onChange={(exam) => setFilters({ exam })}
        options={Object.entries(examNames)}
      />
      <SelectFilter
        label="Language"
        value={filters.language?.toLowerCase()}
        onChange={(language) => setFilters({ language })}
        options={Object.entries(languageNames)}
      />
      <SelectFilter
        label="Book type"
        value={filters.bookType}
        onChange={(bookType) => setFilters({ bookType })}
        options={bookTypes.map((type) => [type, bookTypeFilterLabels[type]])}
      />
      <SelectFilter
        label="Condition"
        value={filters.condition}
        onChange={(condition) => setFilters({ condition })}
        options={conditions.map((condition) => [condition, conditionLabels[condition]])}
      />
      <SelectFilter
        label="For rent"
        value={filters.rentable}
        onChange={(rentable) => setFilters({ rentable })}
        options={Object.entries(rentableLabels)}
      />
      <PriceFilter
        label="Price from (₹)"
        value={filters.minPrice}
        onChange={(minPrice) => setFilters({ minPrice })}
      />
      <PriceFilter
        label="Price to (₹)"
        value={filters.maxPrice}
        onChange={(maxPrice) => setFilters({ maxPrice })}
        error={isRangeEmpty ? "This is below 'Price from'." : undefined}
      />
      {onClear && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-full justify-self-start"
          onClick={onClear}
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}

type SelectFilterProps = {
  className?: string
  label: string
  value: string | undefined
  onChange: (value: string) => void
  options: [value: string, label: string][]
  children?: ReactNode
}

function SelectFilter({
  className = '',
  label,
  value = '',
  onChange,
  options,
  children = <option value="">Any</option>,
}: SelectFilterProps) {
  return (
    <Field label={label} className={className}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type PriceFilterProps = {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  error?: string | undefined
}

function PriceFilter({ label, value, onChange, error }: PriceFilterProps) {
  return (
    <Field label={label} error={error}>
      <Input
        key={value}
        type="number"
        inputMode="numeric"
        min={0}
        max={priceRange.max}
        defaultValue={value}
        onBlur={(event) => event.target.value !== (value ?? '') && onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </Field>
  )
}
