import { z } from 'zod'
import { type AdminBook, removeAnyBook } from '#contract/admin.ts'
import { text } from '#contract/common.ts'
import { useContractForm, useSubmit } from '#web/parts/form.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

/** The call does without a reason; who deletes here gives one, because the seller reads it. */
const WithReason = z.object({ reason: text('Reason', 500) })

export function DeleteBookDialog({ book, onClose }: { book: AdminBook; onClose: () => void }) {
  const toast = useToast()
  const form = useContractForm(WithReason, { defaultValues: { reason: '' } })
  const { submit, failure, pending } = useSubmit(form, removeAnyBook, {
    toAsk: ({ reason }) => ({ id: book._id, reason }),
    fallback: () => 'Failed to delete book.',
    onDone: () => {
      toast({ text: `'${book.title}' was deleted.`, kind: 'good' })
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Are you sure you want to delete this book?"
      description={`${book.title}, sold by ${book.seller.name}`}
      keep={form.formState.isDirty && !pending}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-quiet">It leaves the market at once, and its pending orders are cancelled.</p>
        <Field
          label="Reason"
          hint="The seller and everybody who chats about the book read it."
          error={form.formState.errors.reason?.message}
        >
          <TextArea maxLength={500} {...form.register('reason')} />
        </Field>
        <FormError>{failure}</FormError>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="danger" pending={pending}>
            Delete
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
