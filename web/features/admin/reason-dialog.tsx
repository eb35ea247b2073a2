import { z } from 'zod'
import type { removeAnyBook, removeReview } from '#contract/admin.ts'
import { maxLength } from '#contract/common/policy.ts'
import { singleLine } from '#contract/common/schemas.ts'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError, TextArea } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

/** Optional in the API, required here: the people affected read the reason. */
const WithReason = z.object({ reason: singleLine('Reason', maxLength.reason) })

type Props = {
  removal: typeof removeAnyBook | typeof removeReview
  id: string
  title: string
  description: string
  effect: string
  /** Says who reads the reason. */
  hint: string
  confirmLabel: string
  errorText: string
  doneText: string
  onClose: () => void
}

export function ReasonDialog({
  removal,
  id,
  title,
  description,
  effect,
  hint,
  confirmLabel,
  errorText,
  doneText,
  onClose,
}: Props) {
  const toast = useToast()
  const form = useContractForm(WithReason, { defaultValues: { reason: '' } })
  const { submit, failure, pending } = useSubmit(form, removal, {
    toInput: ({ reason }) => ({ id, reason }),
    fallback: () => errorText,
    onDone: () => {
      toast({ text: doneText, kind: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      hasUnsavedChanges={form.formState.isDirty && !pending}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-muted">{effect}</p>
        <Field label="Reason" hint={hint} error={form.formState.errors.reason?.message}>
          <TextArea maxLength={maxLength.reason} {...form.register('reason')} />
        </Field>
        <FormError>{failure}</FormError>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={pending}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
