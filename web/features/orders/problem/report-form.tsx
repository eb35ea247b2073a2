import { useState } from 'react'
import type { ProblemReason } from '#contract/orders/problem-form.ts'
import { reportProblem } from '#contract/orders/problems.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Field, Select, TextArea } from '#web/ui/inputs/field.tsx'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { UnsavedChangesGuard } from '#web/ui/overlays/dialog.tsx'
import { SubjectChange, useOpenSubject } from '#web/ui/overlays/open-dialogs.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { reasonLabels } from './labels.ts'
import { filesOf, PhotoField } from './photo-field.tsx'

const ReportInput = reportProblem.input.pick({ reason: true, text: true })

type Props = { orderId: string; reasons: readonly ProblemReason[] }

export function ReportForm({ orderId, reasons }: Props) {
  const [photos, setPhotos] = useState<PickedImage[]>([])
  const [only] = reasons.length === 1 ? reasons : []
  const defaultValues = { reason: (only ?? '') as ProblemReason, text: '' }
  const form = useContractForm(ReportInput, { defaultValues })
  useFormDraft(form, `problem ${orderId}`)
  const toast = useToast()
  const discard = () => {
    form.reset(defaultValues)
    setPhotos([])
  }
  const submission = useSubmit(form, reportProblem, {
    toInput: (values) => ({ orderId, ...values, photos: filesOf(photos) }),
    fallback: () => 'Failed to report the problem.',
    onDone: () => {
      discard()
      // What was reported stands at the top now.
      window.scrollTo({ top: 0 })
      toast({ text: 'The seller has been told.', kind: 'success' })
    },
  })
  const { errors, isDirty } = form.formState
  const isBegun = isDirty || photos.length > 0
  const hasChanges = isBegun && !submission.pending
  const changed = useOpenSubject(isBegun, submission.pending)
  return (
    <>
      {changed && <SubjectChange>{changed}</SubjectChange>}
      <UnsavedChangesGuard hasChanges={hasChanges} onDiscard={discard} />
      <ContractForm form={form} {...submission} submitLabel="Report the problem">
        <Field label="What is wrong?" error={errors.reason?.message}>
          <Select {...form.register('reason')}>
            {!only && (
              <option value="" disabled>
                Choose…
              </option>
            )}
            {reasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonLabels[reason]}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="What happened?"
          hint="Say what you expected, and what would put it right."
          error={errors.text?.message}
        >
          <TextArea rows={5} {...form.register('text')} />
        </Field>
        <PhotoField value={photos} onChange={setPhotos} />
      </ContractForm>
    </>
  )
}
