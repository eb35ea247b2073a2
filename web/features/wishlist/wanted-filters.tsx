import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { readWantedFilters } from '#contract/wishlist/wanted.ts'
import { Field, Select } from '#web/ui/inputs/field.tsx'

// The filters of the wanted titles. They are stored in the URL.
export const wantedFilterNames = ['branch', 'class', 'city'] as const
export type Filters = Partial<Record<(typeof wantedFilterNames)[number], string>>

type Choices = ResponseOf<typeof readWantedFilters>
type Props = {
  filters: Filters
  choices: Choices | undefined
  setFilters: (changes: Filters) => void
}

const none: Choices = { branches: [], classes: [], cities: [] }

export function WantedFilters({ filters, choices = none, setFilters }: Props) {
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
            <Select value={chosen} onChange={(event) => setFilters({ [name]: event.target.value })}>
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
