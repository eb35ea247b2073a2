import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import {
  maxProblemPhotos,
  type ProblemReason,
  problemReasonLabels,
} from '#contract/orders/problem-form.ts'
import { addProblemMessage, reportProblem } from '#contract/orders/problems.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { SelectField, TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { useBeforeUnloadWarning } from '#web/ui/hooks/use-before-unload-warning.ts'
import { ImagePicker } from '#web/ui/inputs/image-picker.tsx'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { UnsavedChangesGuard } from '#web/ui/overlays/dialog.tsx'
import { StaleNote, useStaleWhileOpen } from '#web/ui/overlays/stale-actions.tsx'

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
      // Scrolls up, because the reported problem is shown at the top.
      window.scrollTo({ top: 0 })
    },
  })
  const isBegun = form.formState.isDirty || photos.length > 0
  const hasChanges = isBegun && !submission.pending
  const isStale = useStaleWhileOpen(isBegun, submission.pending)
  return (
    <>
      {isStale && <StaleNote />}
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

const AnswerInput = addProblemMessage.input.pick({ text: true })

export function AnswerForm({ orderId, to }: { orderId: string; to: string }) {
  const [photos, setPhotos] = useState<PickedImage[]>()
  const form = useContractForm(AnswerInput, { defaultValues: { text: '' } })
  useFormDraft(form, `answer ${orderId}`)
  const submission = useSubmit(form, addProblemMessage, {
    toInput: ({ text }) => ({ orderId, text, photos: filesOf(photos ?? []) }),
    fallback: () => 'Failed to send.',
    onDone: () => {
      form.reset({ text: '' })
      setPhotos(undefined)
    },
  })
  const isBegun = form.formState.isDirty || !!photos?.length
  const isStale = useStaleWhileOpen(isBegun, submission.pending)
  useBeforeUnloadWarning(isBegun)
  return (
    <ContractForm form={form} {...submission} submitLabel="Send" narrow>
      {isStale && <StaleNote />}
      <TextAreaField name="text" label={`Write to ${to}`} />
      {photos ? (
        <PhotoField value={photos} onChange={setPhotos} />
      ) : (
        <Button
          variant="plain"
          size="sm"
          className="self-start"
          icon={<ImagePlus />}
          onClick={() => setPhotos([])}
        >
          Add photos
        </Button>
      )}
    </ContractForm>
  )
}

type PhotosProps = { value: PickedImage[]; onChange: (photos: PickedImage[]) => void }

const PhotoField = (props: PhotosProps) => (
  <ImagePicker
    {...props}
    label="Photos (optional)"
    hint={`Up to ${maxProblemPhotos}. Only the two of you and Dobara’s admins can see them.`}
    hasCover={false}
    max={maxProblemPhotos}
    tooMany={errorCatalog.too_many_photos[1]}
    unreadable={errorCatalog.image_unreadable[1]}
  />
)

const filesOf = (photos: PickedImage[]): File[] => photos.flatMap(({ file }) => file ?? [])
