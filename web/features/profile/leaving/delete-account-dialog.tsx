import { useState } from 'react'
import { logInBuyer } from '#contract/accounts/auth.ts'
import { errorCatalog } from '#contract/common/errors.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const PasswordForm = logInBuyer.input.pick({ password: true })

type Props = {
  question: string
  pending: boolean
  /** Rejects with the server's error. */
  onDelete: (input: { password: string }) => Promise<void>
  onClose: () => void
}

export function DeleteAccountDialog({ question, pending, onDelete, onClose }: Props) {
  const form = useContractForm(PasswordForm, { defaultValues: { password: '' } })
  const [failure, setFailure] = useState<string>()
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await onDelete(values)
    } catch (error) {
      setFailure(showFormError(form, error, 'Failed to delete account.'))
    }
  })
  return (
    <Dialog open onClose={onClose} title={question}>
      <DialogForm
        submit={() => !pending && void submit()}
        failure={failure}
        pending={pending}
        submitLabel="Delete"
        danger
        onCancel={onClose}
      >
        <p>{errorCatalog.password_needed[1]}</p>
        <Field label="Password" error={form.formState.errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
