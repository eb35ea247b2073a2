import { useState } from 'react'
import { logInBuyer } from '#contract/auth.ts'
import { errorCatalog } from '#contract/common/errors.ts'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError, Input } from '#web/ui/inputs/field.tsx'

const PasswordForm = logInBuyer.input.pick({ password: true })

type Props = {
  question: string
  pending: boolean
  /** Rejects with the server's error. */
  onDelete: (input: { password: string }) => Promise<void>
  onClose: () => void
}

/** Asks for the password before deleting the account when the login was long ago. */
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
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void submit()
        }}
      >
        <p>{errorCatalog.password_needed[1]}</p>
        <Field label="Password" error={form.formState.errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <FormError>{failure}</FormError>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={pending}>
            Delete
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
