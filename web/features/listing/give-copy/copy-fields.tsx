import { useFormContext } from 'react-hook-form'
import type { KnownTitle } from '#contract/wishlist/titles.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  AuthorField,
  BranchField,
  ConditionField,
  PriceField,
  YearField,
} from '#web/features/listing/book-fields.tsx'
import { TitleField } from '#web/features/wishlist/titles/title-field.tsx'
import { useWantedCount, WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'

/** What a used copy has to say; a suggested title brings author, ISBN and branch. */
export function CopyFields() {
  const { register, watch, setValue, clearErrors, formState } = useFormContext<BookDraft>()
  const [title, author, isbn, condition] = watch(['title', 'author', 'isbn', 'condition'])
  const people = useWantedCount({ title, author, isbn, condition })
  const fill = ({ title, author, isbn = '', branch = '' }: KnownTitle) => {
    clearErrors()
    const values = { title, author, isbn, ...(branch !== '' && { branch }) }
    for (const [name, value] of Object.entries(values))
      setValue(name as 'title', value, { shouldDirty: true })
  }
  return (
    <>
      <TitleField
        hint="By any words, or the ISBN."
        typed={title}
        error={formState.errors.title?.message}
        input={register('title')}
        onPick={fill}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AuthorField />
        <BranchField />
      </div>
      <div aria-live="polite" className="text-sm empty:hidden">
        <WantedCount people={people} />
      </div>
      <ConditionField />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PriceField
          name="original_price"
          label="Original price (₹)"
          hint="The price printed on the book."
        />
        <YearField />
      </div>
    </>
  )
}
