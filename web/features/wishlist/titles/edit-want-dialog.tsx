import { useForm } from 'react-hook-form'
import { updateWant, type Want } from '#contract/wishlist/wants.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import {
  type LimitsDraft,
  LimitsFields,
  limitsInput,
  limitsOf,
  type PersonPlace,
} from './limits-fields.tsx'
import { ringMayEndText } from './ring-ends.ts'

type Props = { want: Want; place: PersonPlace; onClose: () => void }

export function EditWantDialog({ want, place, onClose }: Props) {
  const form = useForm<LimitsDraft>({ defaultValues: limitsOf(place, want) })
  useFormDraft(form, `want ${want._id}`)
  const submission = useSubmit(form, updateWant, {
    toInput: (draft) => ({ id: want._id, ...limitsInput(draft, place) }),
    fallback: 'Failed to save.',
    done: 'Saved.',
    onDone: onClose,
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
      {want.ring && <p className="font-medium text-sm">{ringMayEndText(want.ring)}</p>}
    </FormDialog>
  )
}
