import { useFormContext } from 'react-hook-form'
import { type Book, listBranches } from '#contract/books/books.ts'
import { conditionLabels, conditions } from '#contract/books/conditions.ts'
import { mayExceedListPrice, outOfPrintYears } from '#contract/books/pricing.ts'
import { maxLength } from '#contract/common/limits.ts'
import { useRead } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { conditionHints } from '#web/features/books/labels.ts'
import { typedNumber } from '#web/format.ts'
import { NumberField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx'
import { NumberInput } from '#web/forms/number-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Checkbox, Field } from '#web/ui/inputs/field.tsx'
import { type BookDraft, suggestedRent } from './book-draft.ts'

export const useBranches = () => useRead(listBranches, {})

export const TitleAuthorBranchFields = () => (
  <>
    <TextField name="title" label="Title" />
    <AuthorField />
    <BranchField />
  </>
)

export const AuthorField = () => <TextField name="author" label="Author" />

export function BranchField() {
  const branches = useBranches()
  // The chosen branch is always an option, even while the branches load or if it isn't one of them.
  const selected: string = useFormContext<BookDraft>().getValues('branch')
  const options = new Set([...(branches.data?.branches ?? []), ...(selected ? [selected] : [])])
  return (
    <SelectField
      name="branch"
      label="Branch"
      options={[['', 'Select a branch'], ...[...options].map((name) => [name, name] as const)]}
      aria-busy={branches.isPending}
    />
  )
}

export const DescriptionField = () => (
  <TextAreaField
    name="description"
    label="Description"
    optional
    hint="Marks, missing pages, the edition: whatever the next reader should know."
  />
)

export function PriceField({
  name,
  label,
  hint,
  error,
  optional,
}: {
  name: 'original_price' | 'customPrice' | 'rentPrice' | 'price'
  label: string
  hint?: string | undefined
  /** An error to show before the form is submitted. */
  error?: string | undefined
  optional?: boolean
}) {
  const { register, formState } = useFormContext<BookDraft>()
  return (
    <Field
      label={label}
      error={formState.errors[name]?.message ?? error}
      {...(hint && { hint })}
      {...(optional && { optional })}
    >
      <NumberInput {...register(name)} />
    </Field>
  )
}

export const NewBookPriceFields = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <PriceField name="price" label="Price (₹)" />
    <PriceField name="original_price" label="MRP (₹)" optional hint="Printed on the book." />
  </div>
)

const priceErrorDelayMs = 600

/** The field for the seller's own price of a used book. `error` appears after a pause in typing. */
export function OwnPriceField({ error, hint, ...field }: Parameters<typeof PriceField>[0]) {
  const { watch } = useFormContext<BookDraft>()
  const settled = useDebounced(error, priceErrorDelayMs)
  const isOutOfPrint = mayExceedListPrice(typedNumber(watch('publication_year')))
  return (
    <PriceField
      {...field}
      error={settled === error ? error : undefined}
      hint={
        isOutOfPrint
          ? `This book is at least ${outOfPrintYears} years old, so you may ask more than its original price.`
          : hint
      }
    />
  )
}

const conditionOptions = conditions.map((one) => [one, conditionLabels[one]] as const)

export const ConditionField = () => (
  <SelectField
    name="condition"
    label="Condition"
    options={conditionOptions}
    hint={conditionHints[useFormContext<BookDraft>().watch('condition')]}
  />
)

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
  const { setValue, watch } = useFormContext<BookDraft>()
  const suggested = suggestedRent(askingPrice)
  return (
    <>
      <PriceField name="rentPrice" label="Rent price per day (₹)" />
      {suggested !== undefined && suggested !== typedNumber(watch('rentPrice')) && (
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
        <NumberField
          name="rentDeposit"
          label="Deposit (₹)"
          optional
          hint="You give it back when the book is returned."
        />
        <NumberField
          name="lateFee"
          label="Late fee per day (₹)"
          optional
          hint="For each day after the last."
        />
      </div>
      <p className="text-muted text-sm">If a copy is lost, the buyer pays its price.</p>
    </>
  )
}

export const YearField = () => (
  <NumberField name="publication_year" label="Publication year" isWhole />
)

export const YearAndPagesFields = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <YearField />
    <NumberField name="pages" label="Pages" optional isWhole />
  </div>
)

export const PublicationDateField = () => (
  <TextField name="publicationDate" label="Publication date" optional type="date" />
)

export const ShelfCodeField = () => (
  <TextField
    name="shelfCode"
    label="Shelf code"
    optional
    maxLength={maxLength.shelfCode}
    hint="Where you keep it, such as A3. Only you see this."
  />
)

/** Fields that few sellers need. */
export const MoreFields = () => (
  <details>
    <summary className="w-fit cursor-pointer py-2 font-medium text-primary">More</summary>
    <div className="pt-2">
      <ShelfCodeField />
    </div>
  </details>
)

/** Asks for the number of copies. For a new book, only shops are asked. */
export function CopiesField({ bookType }: { bookType: Book['bookType'] }) {
  const profile = useProfile('seller')
  if (bookType === 'new' && profile.data?.sellerType !== 'shop owner') return null
  return (
    <NumberField
      name="copies"
      label="Copies"
      isWhole
      hint={bookType === 'old' ? 'Number of copies in this condition' : undefined}
    />
  )
}
