import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { readWantedFilters as readChoices } from '#contract/wishlist/wanted.ts'
import { Field, Select } from '#web/ui/inputs/field.tsx'

// The filters of the wanted titles. They are stored in the URL.
const filterNames = ['branch', 'class', 'city'] as const
type FilterName = (typeof filterNames)[number]
type Filters = Partial<Record<FilterName, string>>

/** Reads the filters from the URL. Empty values count as missing. */
export function readWantedFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}

type Choices = ResponseOf<typeof readChoices>
type Props = {
  filters: Filters
  choices: Choices | undefined
  setFilter: (name: FilterName, value: string) => void
}

const none: Choices = { branches: [], classes: [], cities: [] }

export function WantedFilters({ filters, choices = none, setFilter }: Props) {
  const fields = [
    ['class', 'Class', choices.classes, (value: string) => `Class ${value}`],
    ['branch', 'Branch', choices.branches, (value: string) => value],
    ['city', 'City', choices.cities, (value: string) => value],
  ] as const
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:max-w-2xl sm:grid-cols-3">
      {fields.map(([name, label, values, text]) => {
        const chosen = filters[name] ?? ''
        // The value in the URL is always an option, even if nobody there wants anything now.
        const options = chosen !== '' && !values.includes(chosen) ? [...values, chosen] : values
        return (
          <Field key={name} label={label} className={name === 'city' ? 'max-sm:col-span-2' : ''}>
            <Select value={chosen} onChange={(event) => setFilter(name, event.target.value)}>
              <option value="">Any</option>
              {options.map((value) => (
                <option key={value} value={value}>
                  {text(value)}
                </option>
              ))}
            </Select>
          </Field>
        )
      })}
    </div>
  )
}
