import { ImagePlus, SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { addProblemMessage } from '#contract/orders/problems.ts'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { useBeforeUnloadWarning } from '#web/ui/hooks/use-before-unload-warning.ts'
import { Field, FormError, TextArea } from '#web/ui/inputs/field.tsx'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { SubjectChange, useOpenSubject } from '#web/ui/overlays/open-dialogs.tsx'
import { filesOf, PhotoField } from './photo-field.tsx'

const AnswerInput = addProblemMessage.input.pick({ text: true })

export function AnswerForm({ orderId, to }: { orderId: string; to: string }) {
  const [photos, setPhotos] = useState<PickedImage[]>()
  const form = useContractForm(AnswerInput, { defaultValues: { text: '' } })
  useFormDraft(form, `answer ${orderId}`)
  const { submit, failure, pending } = useSubmit(form, addProblemMessage, {
    toInput: ({ text }) => ({ orderId, text, photos: filesOf(photos ?? []) }),
    fallback: () => 'Failed to send.',
    onDone: () => {
      form.reset({ text: '' })
      setPhotos(undefined)
    },
  })
  const isBegun = form.formState.isDirty || !!photos?.length
  const changed = useOpenSubject(isBegun, pending)
  useBeforeUnloadWarning(isBegun)
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!changed) submit()
      }}
    >
      {changed && <SubjectChange>{changed}</SubjectChange>}
      <Field label={`Write to ${to}`} error={form.formState.errors.text?.message}>
        <TextArea {...form.register('text')} />
      </Field>
      {photos && <PhotoField value={photos} onChange={setPhotos} />}
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-2">
        {!changed && (
          <Button type="submit" pending={pending} icon={<SendHorizontal size={20} aria-hidden />}>
            Send
          </Button>
        )}
        {!photos && (
          <Button
            variant="plain"
            icon={<ImagePlus size={20} aria-hidden />}
            onClick={() => setPhotos([])}
          >
            Add photos
          </Button>
        )}
      </div>
    </form>
  )
}
