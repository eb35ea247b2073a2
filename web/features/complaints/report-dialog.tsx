import {
  type ComplaintSubject,
  complaintReasonLabels,
  complaintReasons,
  fileComplaint,
} from '#contract/admin/complaints.ts'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { RadioGroup } from '#web/ui/inputs/radio-group.tsx'

type Reportable = {
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
  const form = useContractForm(ReportForm, { defaultValues: { text: '' } })
  useFormDraft(form, `report ${id}`)
  const submission = useSubmit(form, fileComplaint, {
    toInput: ({ reason, text }) => ({ subject, subjectId: id, reason, text }),
    fallback: 'Failed to send the report.',
    done: ({ message }) => message,
    onDone: () => {
      onReported?.()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title={titles[subject]}
      description={about}
      submitLabel="Send report"
    >
      <RadioGroup
        {...form.register('reason')}
        label="What is wrong?"
        isColumn
        error={form.formState.errors.reason?.message}
        options={complaintReasons.map((reason) => ({
          value: reason,
          label: complaintReasonLabels[reason],
        }))}
      />
      <TextAreaField
        name="text"
        label="What happened?"
        optional
        hint={
          subject === 'listing' || subject === 'ring-message' || subject === 'wanted'
            ? 'Only admins read your report.'
            : 'Only admins read your report. They may also read your chat.'
        }
      />
    </FormDialog>
  )
}
