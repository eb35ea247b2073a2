import { useId } from 'react'
import {
  type ComplaintSubject,
  complaintReasonLabels,
  complaintReasons,
  fileComplaint,
} from '#contract/admin/complaints.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Field, FieldError, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export type Reportable = {
  subject: ComplaintSubject
  id: string
  about: string
}

const titles: Record<ComplaintSubject, string> = {
  listing: 'Report this listing',
  person: 'Report this person',
  message: 'Report this message',
  'ring-message': 'Report this message',
  order: 'Report this order',
  wanted: 'Report this title',
}

const ReportForm = fileComplaint.input.pick({ reason: true, text: true })

export function ReportDialog({
  subject,
  id,
  about,
  onReported,
  onClose,
}: Reportable & { onReported?: () => void; onClose: () => void }) {
  const toast = useToast()
  const groupId = useId()
  const form = useContractForm(ReportForm, { defaultValues: { text: '' } })
  useFormDraft(form, `report ${id}`)
  const { submit, failure, pending } = useSubmit(form, fileComplaint, {
    toInput: ({ reason, text }) => ({ subject, subjectId: id, reason, text }),
    fallback: () => 'Failed to send the report.',
    onDone: ({ message }) => {
      toast({ text: message, kind: 'success' })
      onReported?.()
      onClose()
    },
  })
  const reasonError = form.formState.errors.reason?.message
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[subject]}
      description={about}
      hasUnsavedChanges={form.formState.isDirty && !pending}
    >
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel="Send report"
        onCancel={onClose}
      >
        <fieldset
          className="flex flex-col"
          aria-describedby={reasonError && `${groupId}-error`}
          aria-invalid={reasonError !== undefined || undefined}
        >
          <legend className="pb-1 font-medium text-sm">What is wrong?</legend>
          {complaintReasons.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                {...form.register('reason')}
                type="radio"
                value={reason}
                className="size-5 shrink-0 accent-primary"
              />
              {complaintReasonLabels[reason]}
            </label>
          ))}
          {reasonError && <FieldError id={`${groupId}-error`}>{reasonError}</FieldError>}
        </fieldset>
        <Field
          label="What happened?"
          optional
          hint={
            subject === 'listing' || subject === 'ring-message' || subject === 'wanted'
              ? 'Only admins read your report.'
              : 'Only admins read your report. They may also read your chat.'
          }
          error={form.formState.errors.text?.message}
        >
          <TextArea {...form.register('text')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
