import { useFormContext } from 'react-hook-form'
import { conditionLabels, conditions } from '#contract/books/book-forms.ts'
import { type Book, listBranches } from '#contract/books/books.ts'
import { useRead } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { conditionHints } from '#web/features/books/labels.ts'
import { IsbnInput } from '#web/forms/isbn-input.tsx'
import { NumberInput } from '#web/forms/number-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '#web/ui/inputs/field.tsx'
import { type BookDraft, suggestedRent } from './book-draft.ts'

export const useBranches = () => useRead(listBranches, {})

export function TitleAuthorBranchFields() {
  const { register, formState } = useFormContext<BookDraft>()
  const { errors } = formState
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        <Input {...register('title')} />
      </Field>
      <AuthorField />
      <BranchField />
    </>
  )
}

export function AuthorField() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field label="Author" error={formState.errors.author?.message}>
      <Input {...register('author')} />
    </Field>
  )
}

export function BranchField() {
  const { register, formState, getValues } = useFormContext<BookDraft>()
  const branches = useBranches()
  // The chosen branch must be an option even while the others load, or if it isn't one of them.
  const selected = getValues('branch')
  const options = [
    ...new Set([...(branches.data?.branches ?? []), ...(selected ? [selected] : [])]),
  ]
  return (
    <Field label="Branch" error={formState.errors.branch?.message}>
      <Select {...register('branch')} aria-busy={branches.isPending}>
        <option value="">Select a branch</option>
        {options.map((branch) => (
          <option key={branch}>{branch}</option>
        ))}
      </Select>
    </Field>
  )
}

export function DescriptionField() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field
      label="Description"
      optional
      error={formState.errors.description?.message}
      hint="Marks, missing pages, the edition: whatever the next reader should know."
    >
      <TextArea {...register('description')} />
    </Field>
  )
}

export function PriceField({
  name,
  label,
  hint,
  error,
}: {
  name: 'original_price' | 'customPrice' | 'rentPrice'
  label: string
  hint?: string
  /** An error to show before the form is submitted. */
  error?: string | undefined
}) {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field label={label} error={formState.errors[name]?.message ?? error} {...(hint && { hint })}>
      <NumberInput {...register(name)} />
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

/** `askingPrice` is the price of the copy in rupees, if the form knows it. */
type RentProps = { askingPrice: number | undefined }

export function RentFields(props: RentProps) {
  const { register, watch } = useFormContext<BookDraft>()
  return (
    <div className="flex flex-col gap-3">
      <Checkbox label="Rentable" {...register('isRentable')} />
      {watch('isRentable') && <RentTerms {...props} />}
    </div>
  )
}

function RentTerms({ askingPrice = 0 }: RentProps) {
  const { register, setValue, formState } = useFormContext<BookDraft>()
  const suggested = suggestedRent(askingPrice)
  return (
    <>
      <PriceField name="rentPrice" label="Rent price per day (₹)" />
      {suggested !== undefined && (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {`Try ₹${suggested} per day: ₹${suggested * 30} for 30 days, at most half your price.`}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => setValue('rentPrice', String(suggested), { shouldDirty: true })}
          >
            Use ₹{suggested}
          </Button>
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Deposit (₹)"
          optional
          hint="You give it back when the book is returned."
          error={formState.errors.rentDeposit?.message}
        >
          <NumberInput {...register('rentDeposit')} />
        </Field>
        <Field
          label="Late fee per day (₹)"
          optional
          hint="For each day after the last."
          error={formState.errors.lateFee?.message}
        >
          <NumberInput {...register('lateFee')} />
        </Field>
      </div>
      <p className="text-muted text-sm">If a copy is lost, the buyer pays its price.</p>
    </>
  )
}

export function YearField() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field label="Publication year" error={formState.errors.publication_year?.message}>
      <NumberInput isWhole {...register('publication_year')} />
    </Field>
  )
}

export function YearAndPagesFields() {
  const { register, formState } = useFormContext<BookDraft>()
  const { errors } = formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <YearField />
      <Field label="Pages" optional error={errors.pages?.message}>
        <NumberInput isWhole {...register('pages')} />
      </Field>
    </div>
  )
}

export function PublicationDateField() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field label="Publication date" optional error={formState.errors.publicationDate?.message}>
      <Input type="date" {...register('publicationDate')} />
    </Field>
  )
}

export function IsbnField() {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field
      label="ISBN"
      optional
      error={formState.errors.isbn?.message}
      hint="The number above the barcode. Copies with the same ISBN share their ratings."
    >
      <IsbnInput {...register('isbn')} />
    </Field>
  )
}

/** The number of copies. For new books, only shops have several. */
export function CopiesField({ bookType }: { bookType: Book['bookType'] }) {
  const { register, formState } = useFormContext<BookDraft>()
  const profile = useProfile('seller')
  if (bookType === 'new' && profile.data?.sellerType !== 'shop owner') return null
  return (
    <Field
      label="Copies"
      error={formState.errors.copies?.message}
      hint={bookType === 'old' ? 'How many you have in this condition.' : undefined}
    >
      <NumberInput isWhole {...register('copies')} />
    </Field>
  )
}
