import { z } from 'zod'
import type { AccountStatus } from '#contract/accounts/auth.ts'
import type {
  removeAnyBook,
  removeReview,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import type {
  cancelAnyOrder,
  closeAnyOrder,
  reopenAnyOrder,
  settleExchangeCase,
} from '#contract/admin/admin-orders.ts'
import type { hideWanted } from '#contract/admin/wanted.ts'
import { maxLength } from '#contract/common/policy.ts'
import { singleLine } from '#contract/common/schemas.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** Optional in the API, required here: the people affected read the reason. */
const WithReason = z.object({ reason: singleLine('Reason', maxLength.reason) })

type Props = {
  action:
    | typeof removeAnyBook
    | typeof removeReview
    | typeof cancelAnyOrder
    | typeof closeAnyOrder
    | typeof reopenAnyOrder
    | typeof settleExchangeCase
    | typeof hideWanted
    | typeof toggleBuyer
    | typeof toggleSeller
  id: string
  /** The new status of an account. */
  status?: AccountStatus
  title: string
  description?: string
  effect: string
  /** Says who reads the reason. */
  hint: string
  confirmLabel: string
  errorText: string
  doneText: string
  danger?: boolean
  onClose: () => void
}

export function ReasonDialog({
  action,
  id,
  status,
  title,
  description,
  effect,
  hint,
  confirmLabel,
  errorText,
  doneText,
  danger = true,
  onClose,
}: Props) {
  const toast = useToast()
  const form = useContractForm(WithReason, { defaultValues: { reason: '' } })
  const { submit, failure, pending } = useSubmit(form, action, {
    toInput: ({ reason }) => ({ id, reason, ...(status && { status }) }),
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
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel={confirmLabel}
        danger={danger}
        onCancel={onClose}
      >
        <p className="text-muted">{effect}</p>
        <Field label="Reason" hint={hint} error={form.formState.errors.reason?.message}>
          <TextArea {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
