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
        I’d also swap it for another book.
      </p>
      <div aria-live="polite" className="mt-1 text-sm">
        <WantedCount people={people} />
      </div>
      {isOpen && (
        <Field
          className="mt-3"
          label="Hold for people waiting"
          hint={`First in line gets ${hours} hours, then the next.`}
        >
          <Select {...register('reservationHours')}>
            {reservationHours.map((hours) => (
              <option key={hours} value={hours}>
                {hours} hours
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}
