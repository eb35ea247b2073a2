import { useForm } from 'react-hook-form'
import { readWant, updateWant, type Want } from '#contract/wishlist/wants.ts'
import { callForEdit } from '#web/api/client.ts'
import { ConflictingChanges } from '#web/forms/conflicting-changes.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import {
  type LimitsDraft,
  LimitsFields,
  limitsFields,
  limitsInput,
  limitsOf,
  type PersonPlace,
} from './limits-fields.tsx'
import { ringMayEndText } from './ring-ends.ts'

type Props = { want: Want; place: PersonPlace; onClose: () => void }

export function EditWantDialog({ want, place, onClose }: Props) {
  const toValues = (want: Want) => limitsOf(place, want)
  const form = useForm<LimitsDraft>({ defaultValues: toValues(want) })
  useFormDraft(form, `want ${want._id}`)
  const edit = useEdit({
    first: want,
    toValues,
    values: () => form.getValues(),
    setValue: (name, value) =>
      form.setValue(name as keyof LimitsDraft, value as never, { shouldDirty: true }),
    read: () => callForEdit(readWant, { id: want._id }),
  })
  const submission = useSubmit(form, updateWant, {
    toInput: (draft) => ({ id: want._id, ...limitsInput(draft, place) }),
    fallback: 'Failed to save.',
    done: 'Saved.',
    onDone: onClose,
    edit,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Change your terms"
      description={want.title}
      width="md"
      submitLabel="Save"
    >
      <LimitsFields place={place} />
      <p className="text-muted text-sm">You keep your place in the queue.</p>
      <ConflictingChanges changes={edit.changes} fields={limitsFields} onChoose={edit.choose} />
      {want.ring && <p className="font-medium text-sm">{ringMayEndText(want.ring)}</p>}
    </FormDialog>
  )
}
