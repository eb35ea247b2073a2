import { type ReactNode, useState } from 'react'
import { bookTypes, listSorts, radiiKm } from '#contract/books/book-forms.ts'
import { bookClasses, examNames, languageNames } from '#contract/books/book-tags.ts'
import { conditionLabels, conditions } from '#contract/books/conditions.ts'
import {
  bookTypeFilterLabels,
  openToExchangeLabels,
  rentableLabels,
} from '#contract/books/filter-labels.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import { useUserLocation } from '#web/features/places/user-location.ts'
import { typedNumber } from '#web/format.ts'
import { NumberInput } from '#web/forms/number-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { isComposing } from '#web/ui/input-method.ts'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import { useSearchText } from '#web/ui/inputs/use-search-text.ts'
import { type Filters, noListFilters } from './filters.ts'

/** A typed price takes effect after this pause, because digits are typed one by one. */
const priceDebounceMs = 700

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
  className: string
  filters: Filters
  isList: boolean
  /** How many books match the filters, if that is known. */
  total: string | undefined
  setFilters: (changes: Filters) => void
  onDone: () => void
}

export function FilterPanel({
  id,
  className,
  filters,
  isList,
  total,
  setFilters,
  onDone,
}: PanelProps) {
  const start = useDistanceStart()
  const from = filters.near ?? start?.from ?? ''
  const hasShelves = !isList && !filters.search
  const isRangeEmpty = typedNumber(filters.minPrice) > typedNumber(filters.maxPrice)
  return (
    <div
      id={id}
      className={`grid grid-cols-2 items-start gap-3 rounded-box border border-border bg-surface
        p-4 max-sm:[&_:is(select,input)]:scroll-mb-20 sm:grid-cols-3 lg:grid-cols-6 ${className}`}
    >
      <SelectFilter
        className="col-span-2 sm:col-span-1"
        label="Sort by"
        value={filters.sort ?? (hasShelves || filters.search ? '' : 'newest')}
        onChange={(sort) => setFilters({ sort, near: from })}
        options={listSorts
          .filter((sort) => sort !== 'near' || from !== '')
          .map((sort) => [
            sort,
            sort === 'near' && start?.isShared ? `Nearest to ${start.name}` : sortLabels[sort],
          ])}
      >
        {filters.search && (
          <option value="">{from === '' ? 'Best match' : 'Best match, nearer first'}</option>
        )}
        {hasShelves && <option value="">Shelves</option>}
      </SelectFilter>
      <PlaceFilter filters={filters} from={from} setFilters={setFilters} />
      {choices.map(({ name, ...choice }) => (
        <SelectFilter
          key={name}
          {...choice}
          value={filters[name]?.toLowerCase()}
          onChange={(value) => setFilters({ [name]: value })}
        />
      ))}
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
      {isList && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-full justify-self-start"
          onClick={() => setFilters(noListFilters)}
        >
          Clear filters
        </Button>
      )}
      {/* Stays at the bottom of the screen on phones, where the books are below all filters. */}
      <Button className="sticky bottom-2 col-span-full shadow-raised sm:hidden" onClick={onDone}>
        Show {total ?? 'books'}
      </Button>
    </div>
  )
}

const choices: { name: keyof Filters; label: string; options: [string, string][] }[] = [
  { name: 'handOver', label: 'Hand-over', options: Object.entries(handOverLabels) },
  { name: 'openToExchange', label: 'Swap', options: [['true', openToExchangeLabels.true]] },
  {
    name: 'class',
    label: 'Class',
    options: classNumbers.map((number) => [`${number}`, `Class ${number}`]),
  },
  { name: 'exam', label: 'Exam or board', options: Object.entries(examNames) },
  { name: 'language', label: 'Language', options: Object.entries(languageNames) },
  {
    name: 'bookType',
    label: 'Book type',
    options: bookTypes.map((type) => [type, bookTypeFilterLabels[type]]),
  },
  {
    name: 'condition',
    label: 'Condition',
    options: conditions.map((condition) => [condition, conditionLabels[condition]]),
  },
  { name: 'rentable', label: 'For rent', options: Object.entries(rentableLabels) },
]

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

function PriceFilter({ label, value = '', onChange, error }: PriceFilterProps) {
  const [unreadable, setUnreadable] = useState<string>()
  const { text, type, search } = useSearchText({
    value,
    onSearch: (typed) => {
      if (typed === '' || Number.isFinite(typedNumber(typed))) onChange(typed)
      else setUnreadable(typed)
    },
    pauseMs: priceDebounceMs,
  })
  return (
    <Field
      label={label}
      error={text.trim() === unreadable ? 'Enter an amount in rupees, such as 250.' : error}
    >
      <NumberInput
        isWhole
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={({ currentTarget }) => {
          type(currentTarget.value)
          search(currentTarget.value.trim())
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) search(text.trim())
        }}
      />
    </Field>
  )
}

type Props = {
  filters: Filters
  /** The viewer's place, where distances start, or '' if it is unknown. */
  from: string
  setFilters: (changes: Filters) => void
}

const ofCity = 'city'

function PlaceFilter({ filters, from, setFilters }: Props) {
  const { within, city } = filters
  const own = useUserLocation()?.city
  const choose = (value: string) => {
    const isCity = value === ofCity
    const within = isCity ? '' : value
    setFilters({ within, near: from, city: isCity ? (own ?? city ?? '') : '' })
  }
  const chosenCity = city ?? own
  return (
    <Field label="Distance" hint={from === '' && !city ? 'Add your PIN code first.' : undefined}>
      <Select
        value={city ? ofCity : (within ?? '')}
        disabled={from === '' && !city}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">All India</option>
        {from !== '' &&
          radiiKm.map((km) => (
            <option key={km} value={km}>
              {km} km
            </option>
          ))}
        {chosenCity && (
          <option value={ofCity}>
            {chosenCity === own ? 'My city' : chosenCity.split(',')[0]}
          </option>
        )}
      </Select>
    </Field>
  )
}
