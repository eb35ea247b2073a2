import type { FieldValues } from 'react-hook-form'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ContractForm, type FormProps, type Submission } from './contract-form.tsx'

type Props<In extends FieldValues, Out extends FieldValues> = Pick<
  FormProps<In, Out>,
  'form' | 'submitLabel' | 'danger' | 'children'
> & {
  submission: Submission
  title: string
  description?: string | undefined
  width?: 'sm' | 'md'
  /** If true, closing the dialog discards the input without a question. */
  isQuick?: boolean
  onClose: () => void
}

/** A dialog with a form. Asks before it discards input. */
export function FormDialog<In extends FieldValues, Out extends FieldValues>({
  form,
  submission,
  title,
  description,
  width = 'sm',
  isQuick = false,
  onClose,
  ...rest
}: Props<In, Out>) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      width={width}
      hasUnsavedChanges={!isQuick && form.formState.isDirty && !submission.pending}
    >
      <ContractForm {...rest} {...submission} form={form} onCancel={onClose} />
    </Dialog>
  )
}
