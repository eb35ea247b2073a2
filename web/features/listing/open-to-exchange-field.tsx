import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { openToExchangeLabels } from '#contract/books/filter-labels.ts'
import { Checkbox } from '#web/ui/inputs/field.tsx'
import type { BookDraft } from './book-draft.ts'

export function OpenToExchangeField() {
  const { register } = useFormContext<BookDraft>()
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
    </div>
  )
}
