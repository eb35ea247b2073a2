import type { ReactNode } from 'react'
import { z } from 'zod'
import type { AccountStatus } from '#contract/accounts/auth.ts'
import type {
  releaseSellerListings,
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
import { maxLength } from '#contract/common/policy.ts'
import { blankAsAbsent, singleLine } from '#contract/common/schemas.ts'
import type { hideWanted } from '#contract/wishlist/wanted.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

const Reason = singleLine('Reason', maxLength.reason)
const WithReason = z.object({ reason: Reason })
const WithOptionalReason = z.object({ reason: blankAsAbsent(Reason) })

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
    | typeof releaseSellerListings
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
  isOptional?: boolean
  onClose: () => void
  children?: ReactNode
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
  isOptional = false,
  onClose,
  children,
}: Props) {
  const toast = useToast()
  const form = useContractForm(isOptional ? WithOptionalReason : WithReason, {
    defaultValues: { reason: '' },
  })
  const { submit, failure, pending } = useSubmit(form, action, {
    toInput: ({ reason }) => ({ id, reason: reason ?? '', ...(status && { status }) }),
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
        <div className="text-muted empty:hidden">{children}</div>
        <Field
          label="Reason"
          optional={isOptional}
          hint={hint}
          error={form.formState.errors.reason?.message}
        >
          <TextArea {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
