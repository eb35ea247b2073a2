// The groups of fields that the forms about a book are made of.
import { useFormContext } from 'react-hook-form'
import { conditions } from '#contract/book-forms.ts'
import { listBranches } from '#contract/books.ts'
import { useRead } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { conditionHints, conditionLabels } from '#web/features/books/labels.ts'
import { Checkbox, Field, Input, Select, TextArea } from '#web/ui/inputs/field.tsx'
import type { BookDraft } from './book-draft.ts'

/** The branches there are. A form of several steps reads them with its first, so that they stand there when they are asked for. */
export const useBranches = () => useRead(listBranches, {})

export function TitleAuthorBranch() {
  const { register, formState, getValues } = useFormContext<BookDraft>()
  const { errors } = formState
  const branches = useBranches()
  // The chosen one stands there before the others have come, and when none of them is it.
  const chosen = getValues('branch')
  const options = [...new Set([...(chosen ? [chosen] : []), ...(branches.data?.branches ?? [])])]
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        <Input maxLength={200} {...register('title')} />
      </Field>
      <Field label="Author" error={errors.author?.message}>
        <Input maxLength={200} {...register('author')} />
      </Field>
      <Field label="Branch" error={errors.branch?.message}>
        <Select {...register('branch')} aria-busy={branches.isPending}>
          <option value="">Select a branch</option>
          {options.map((branch) => (
            <option key={branch}>{branch}</option>
          ))}
        </Select>
      </Field>
    </>
  )
}

export function Description() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field
      label="Description"
      optional
      error={formState.errors.description?.message}
      hint="Marks, missing pages, the edition: whatever the next reader should know."
    >
      <TextArea maxLength={5000} {...register('description')} />
    </Field>
  )
}

export function Money({
  name,
  label,
  hint,
  error,
}: {
  name: 'original_price' | 'customPrice' | 'rentPrice'
  label: string
  hint?: string
  /** What is wrong already, before the form is looked at. */
  error?: string | undefined
}) {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field label={label} error={formState.errors[name]?.message ?? error} {...(hint && { hint })}>
      <Input
        type="number"
        inputMode="decimal"
        min={1}
        max={100_000}
        step="0.01"
        {...register(name)}
      />
    </Field>
  )
}

export function ConditionField() {
  const { register, watch, formState } = useFormContext<BookDraft>()
  return (
    <Field
      label="Condition"
      error={formState.errors.condition?.message}
      hint={conditionHints[watch('condition')]}
    >
      <Select {...register('condition')}>
        {conditions.map((condition) => (
          <option key={condition} value={condition}>
            {conditionLabels[condition]}
          </option>
        ))}
      </Select>
    </Field>
  )
}

export function Rentable() {
  const { register, watch } = useFormContext<BookDraft>()
  return (
    <div className="flex flex-col gap-3">
      <Checkbox label="Rentable" {...register('isRentable')} />
      {watch('isRentable') && <Money name="rentPrice" label="Rent price per day (₹)" />}
    </div>
  )
}

/** What the price of a read copy depends on besides its condition and its printed price. */
export function YearAndPages() {
  const { register, formState } = useFormContext<BookDraft>()
  const { errors } = formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Publication year" error={errors.publication_year?.message}>
        <Input
          type="number"
          inputMode="numeric"
          min={1900}
          max={2100}
          {...register('publication_year')}
        />
      </Field>
      <Field label="Pages" optional error={errors.pages?.message}>
        <Input type="number" inputMode="numeric" min={1} max={5000} {...register('pages')} />
      </Field>
    </div>
  )
}

export function PublicationDate() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field label="Publication date" optional error={formState.errors.publicationDate?.message}>
      <Input type="date" {...register('publicationDate')} />
    </Field>
  )
}

export function Isbn() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field
      label="ISBN"
      optional
      error={formState.errors.isbn?.message}
      hint="The number above the barcode; it finds the book and shares its ratings."
    >
      <Input inputMode="numeric" maxLength={20} {...register('isbn')} />
    </Field>
  )
}

/** Only a shop has several copies of one book. */
export function Copies() {
  const { register, formState } = useFormContext<BookDraft>()
  const profile = useProfile('seller')
  if (profile.data?.sellerType !== 'shop owner') return null
  return (
    <Field label="Copies" error={formState.errors.copies?.message}>
      <Input type="number" inputMode="numeric" min={1} max={999} {...register('copies')} />
    </Field>
  )
}
