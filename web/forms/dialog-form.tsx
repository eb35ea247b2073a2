import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useIsStale } from '#web/ui/overlays/open-dialogs.tsx'

type Props = {
  submit: () => void
  failure: string | undefined
  pending: boolean
  submitLabel: string
  danger?: boolean
  onCancel: () => void
  children: ReactNode
}

export function DialogForm({
  submit,
  failure,
  pending,
  submitLabel,
  danger = false,
  onCancel,
  children,
}: Props) {
  const isOver = useIsStale(pending)
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOver) submit()
      }}
    >
      {children}
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={pending}>
            {submitLabel}
          </Button>
        )}
      </div>
    </form>
  )
}

type FormDialogProps<In extends FieldValues, Out extends FieldValues> = {
  form: UseFormReturn<In, unknown, Out>
  submission: Pick<Props, 'submit' | 'failure' | 'pending'>
  title: string
  description?: string | undefined
  width?: 'sm' | 'md'
  submitLabel: string
  danger?: boolean
  /** If true, closing the dialog discards the input without a question. */
  isQuick?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Asks before it discards input. */
export function FormDialog<In extends FieldValues, Out extends FieldValues>({
  form,
  submission: { submit, failure, pending },
  title,
  description,
  width = 'sm',
  isQuick = false,
  onClose,
  ...rest
}: FormDialogProps<In, Out>) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      width={width}
      hasUnsavedChanges={!isQuick && form.formState.isDirty && !pending}
    >
      <FormProvider {...form}>
        <DialogForm {...rest} {...{ submit, failure, pending }} onCancel={onClose} />
      </FormProvider>
    </Dialog>
  )
}
