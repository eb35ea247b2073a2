import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { reservationHours } from '#contract/books/book-forms.ts'
import { openToExchangeLabels } from '#contract/books/filter-labels.ts'
import { useWantedCount, WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import { Checkbox, Field, Select } from '#web/ui/inputs/field.tsx'
import type { BookDraft } from './book-draft.ts'

export function OpenToExchangeField() {
  const { register, watch } = useFormContext<BookDraft>()
  const [title, author, isbn, condition] = watch(['title', 'author', 'isbn', 'condition'])
  const [isOpen, hours] = watch(['openToExchange', 'reservationHours'])
  const people = useWantedCount({ title, author, isbn, condition })
  const id = useId()
  return (
    <div>
      <Checkbox
        label={openToExchangeLabels.true}
        aria-describedby={id}
        {...register('openToExchange')}
      />
      <p id={id} className="text-muted text-sm">
        You would also give it for a book that you want. You decide each time.
      </p>
      <div aria-live="polite" className="mt-1 text-sm">
        <WantedCount people={people} />
      </div>
      {isOpen && (
        <Field
          className="mt-3"
          label="Reserved for each person who waits for it"
          hint={`First in line gets ${hours} hours, then the next. Until then nobody else can buy it.`}
        >
          <Select {...register('reservationHours')}>
            {reservationHours.map((hours) => (
              <option key={hours} value={hours}>
                For {hours} hours
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}
