import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { readWant, updateWant, type Want } from '#contract/wishlist/wants.ts'
import { callForEdit } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { ConflictingChanges } from '#web/forms/conflicting-changes.tsx'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { showFormError } from '#web/forms/use-contract-form.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { type LimitsDraft, limitsFields, limitsInput, limitsOf } from './limits-draft.ts'
import { LimitsFields, type PersonPlace, useAskPlace } from './limits-fields.tsx'
import { ringMayEndText } from './ring-ends.ts'

type Props = { want: Want; place: PersonPlace; onClose: () => void }

export function EditWantDialog({ want, place, onClose }: Props) {
  const form = useForm<LimitsDraft>({ defaultValues: limitsOf(want) })
  useFormDraft(form, `want ${want._id}`)
  const [failure, setFailure] = useState<string>()
  const ask = useAskPlace(place)
  const update = useWrite(updateWant)
  const edit = useEdit({
    first: want,
    toValues: limitsOf,
    values: () => form.getValues(),
    setValue: (name, value) =>
      form.setValue(name as keyof LimitsDraft, value as never, { shouldDirty: true }),
    read: () => callForEdit(readWant, { id: want._id }),
  })
  const toast = useToast()
  const send = async () => {
    form.clearErrors()
    setFailure(undefined)
    try {
      const input = limitsInput(form.getValues(), ask.isAskingPlace)
      const save = (_: Want, etag?: string) => update.run({ id: want._id, ...input }, etag)
      if (!(await edit.save(save))) return
      toast({ text: 'Saved.', kind: 'success' })
      onClose()
    } catch (error) {
      setFailure(showFormError(form, error, 'Failed to save.'))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change your terms"
      description={want.title}
      width="md"
      hasUnsavedChanges={form.formState.isDirty}
    >
      <FormProvider {...form}>
        <DialogForm
          submit={() => void send()}
          failure={failure}
          pending={update.pending || edit.isReading}
          submitLabel="Save"
          onCancel={onClose}
        >
          <LimitsFields {...ask} />
          <p className="text-muted text-sm">
            You keep your place in the queue. Only with wider terms you wait behind those who have
            had them before you.
          </p>
          <ConflictingChanges changes={edit.changes} fields={limitsFields} onChoose={edit.choose} />
          {want.ring && <p className="font-medium text-sm">{ringMayEndText(want.ring)}</p>}
        </DialogForm>
      </FormProvider>
    </Dialog>
  )
}
