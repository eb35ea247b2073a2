import type { ReactNode } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import { BookChange, changeManyBooks } from '#contract/books/manage/bulk-changes.ts'
import type { FieldErrors } from '#contract/common/error-catalog.ts'
import { inputError } from '#contract/common/input-errors.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { BranchField, ShelfCodeField } from '#web/features/listing/book-fields.tsx'
import { typedNumber } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { NumberField, SelectField } from '#web/forms/fields.tsx'
import { realSchema } from '#web/forms/real-schema.ts'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type BookSelection, type BooksChange, changedToast } from './use-change-books.tsx'

const emptyDraft = {
  direction: 'lower' as 'lower' | 'raise',
  amount: '',
  unit: 'percent' as 'percent' | 'rupees',
  /** Named as in the endpoint's input, because only the server knows one of its errors. */
  change: { to: '' },
  branch: '',
  shelfCode: '',
}
type Draft = typeof emptyDraft

type Kind = {
  title: (books: string) => string
  submitLabel: string
  danger?: boolean
  fields: ReactNode
  change: (draft: Draft) => BooksChange
}

const kinds = {
  price: {
    title: (books) => `Change the price of ${books}`,
    submitLabel: 'Change prices',
    fields: <PriceFields />,
    change: ({ direction, amount, unit }) => {
      const by = Math.abs(typedNumber(amount))
      return { kind: 'price', unit, by: direction === 'lower' ? -by : by }
    },
  },
  stock: {
    title: (books) => `Set the stock of ${books}`,
    submitLabel: 'Set stock',
    fields: (
      <NumberField
        name="change.to"
        label="Copies for sale"
        isWhole
        hint="Per book. 0 means sold out and hidden from buyers."
      />
    ),
    change: ({ change }) => ({ kind: 'stock', ...change }),
  },
  branch: {
    title: (books) => `Change the branch of ${books}`,
    submitLabel: 'Change branch',
    fields: <BranchField />,
    change: ({ branch }) => ({ kind: 'branch', branch }),
  },
  shelfCode: {
    title: (books) => `Change the shelf code of ${books}`,
    submitLabel: 'Save shelf code',
    fields: <ShelfCodeField />,
    change: ({ shelfCode }) => ({ kind: 'shelfCode', shelfCode }),
  },
  deleted: {
    title: (books) => `Are you sure you want to delete ${books}?`,
    submitLabel: 'Delete',
    danger: true,
    fields: <p>This can’t be undone. To take books off the market for a while, hide them.</p>,
    change: () => ({ kind: 'deleted' }),
  },
} satisfies Record<string, Kind>
export type BulkKind = keyof typeof kinds

function PriceFields() {
  const { unit } = useFormContext<Draft>().watch()
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-[auto_1fr_auto] items-start gap-3">
        <SelectField
          name="direction"
          label="Change"
          options={[
            ['lower', 'Lower by'],
            ['raise', 'Raise by'],
          ]}
        />
        <NumberField name="amount" label="Amount" />
        <SelectField
          name="unit"
          label="Unit"
          options={[
            ['percent', '%'],
            ['rupees', '₹'],
          ]}
        />
      </div>
      <p className="text-muted text-sm">
        {unit === 'percent'
          ? 'Rounded down to whole rupees; above ₹200, to ₹5.'
          : 'Above ₹200, rounded down to ₹5.'}
      </p>
    </div>
  )
}

/** The errors of a change by the names of the form's fields. */
function fieldErrors(change: BooksChange): FieldErrors {
  const { error } = realSchema(BookChange).safeParse(change)
  const { by, to, ...fields } = (error && inputError(error).fields) ?? {}
  return {
    ...fields,
    ...(by !== undefined && { amount: by }),
    ...(to !== undefined && { 'change.to': to }),
  }
}

type Props = { kind: BulkKind; selection: BookSelection; onClose: () => void }

/** Changes the selected books, all or none. */
export function BulkDialog({ kind, selection, onClose }: Props) {
  const { title, submitLabel, fields, change, ...look }: Kind = kinds[kind]
  const form = useForm<Draft>({ defaultValues: emptyDraft })
  const {
    code,
    fields: reasons = {},
    ...submission
  } = useSubmit(form, changeManyBooks, {
    validate: (draft) => ({ fields: fieldErrors(change(draft)) }),
    toInput: (draft) => ({ ...selection.chosen, change: change(draft) }),
    fallback: '❌ Failed to update book.',
    done: (result) => changedToast(result, result.message),
    onDone: () => {
      selection.clear()
      onClose()
    },
  })
  const refused = code === 'books_refused' ? Object.keys(reasons) : []
  const books = formatCount(selection.count, 'book')
  return (
    <Dialog open onClose={onClose} title={title(books)}>
      <ContractForm
        form={form}
        {...submission}
        {...look}
        submitLabel={submitLabel}
        onCancel={onClose}
        onChange={submission.clearFailure}
      >
        {fields}
        {refused.length > 0 && refused.length < selection.count && (
          <Button
            variant="plain"
            className="self-start"
            onClick={() => {
              selection.change(refused, false)
              submission.clearFailure()
            }}
          >
            Leave out {refused.length === 1 ? 'this book' : `these ${refused.length} books`}
          </Button>
        )}
      </ContractForm>
    </Dialog>
  )
}
