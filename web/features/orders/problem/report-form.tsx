import { useState } from 'react'
import { type ProblemReason, problemReasonLabels } from '#contract/orders/problem-form.ts'
import { reportProblem } from '#contract/orders/problems.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { SelectField, TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { UnsavedChangesGuard } from '#web/ui/overlays/dialog.tsx'
import { SubjectChange, useOpenSubject } from '#web/ui/overlays/open-dialogs.tsx'
import { filesOf, PhotoField } from './photo-field.tsx'

const ReportInput = reportProblem.input.pick({ reason: true, text: true })

type Props = { orderId: string; reasons: readonly ProblemReason[] }

export function ReportForm({ orderId, reasons }: Props) {
  const [photos, setPhotos] = useState<PickedImage[]>([])
  const [only] = reasons.length === 1 ? reasons : []
  const defaultValues = { reason: (only ?? '') as ProblemReason, text: '' }
  const form = useContractForm(ReportInput, { defaultValues })
  useFormDraft(form, `problem ${orderId}`)
  const discard = () => {
    form.reset(defaultValues)
    setPhotos([])
  }
  const submission = useSubmit(form, reportProblem, {
    toInput: (values) => ({ orderId, ...values, photos: filesOf(photos) }),
    fallback: 'Failed to report the problem.',
    done: 'The seller has been notified.',
    onDone: () => {
      discard()
      // What was reported stands at the top now.
      window.scrollTo({ top: 0 })
    },
  })
  const isBegun = form.formState.isDirty || photos.length > 0
  const hasChanges = isBegun && !submission.pending
  const changed = useOpenSubject(isBegun, submission.pending)
  return (
    <>
      {changed && <SubjectChange>{changed}</SubjectChange>}
      <UnsavedChangesGuard hasChanges={hasChanges} onDiscard={discard} />
      <ContractForm form={form} {...submission} submitLabel="Report the problem">
        <SelectField
          name="reason"
          label="What is wrong?"
          asks={!only}
          options={reasons.map((reason) => [reason, problemReasonLabels[reason]] as const)}
        />
        <TextAreaField
          name="text"
          label="What happened?"
          hint="Say what you expected, and what would put it right."
          rows={5}
        />
        <PhotoField value={photos} onChange={setPhotos} />
      </ContractForm>
    </>
  )
}
