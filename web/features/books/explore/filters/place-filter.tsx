import { radiiKm } from '#contract/books/book-forms.ts'
import { useWhereabouts } from '#web/features/places/whereabouts.ts'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import type { Filters } from './filters.ts'

type Props = {
  filters: Filters
  /** Where distances are from; empty while nobody has said it. */
  from: string
  setFilters: (changes: Filters) => void
}

const ofCity = 'city'

export function PlaceFilter({ filters, from, setFilters }: Props) {
  const { within, city } = filters
  const own = useWhereabouts()?.city
  const choose = (value: string) => {
    const isCity = value === ofCity
    const within = isCity ? '' : value
    setFilters({ within, near: from, city: isCity ? (own ?? city ?? '') : '' })
  }
  const chosenCity = city ?? own
  return (
    <Field label="Distance" hint={from === '' && !city ? 'Say where you are first.' : undefined}>
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
