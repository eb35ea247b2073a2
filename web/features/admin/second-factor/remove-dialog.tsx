import { removeSecondFactor } from '#contract/admin/second-factor.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export function RemoveDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const form = useContractForm(removeSecondFactor.input, {
    defaultValues: { password: '', code: '' },
  })
  const { submit, failure, pending } = useSubmit(form, removeSecondFactor, {
    fallback: () => 'Something went wrong',
    onDone: ({ message }) => {
      toast({ text: message, kind: 'success' })
      onClose()
    },
  })
  const { errors } = form.formState
  return (
    <Dialog open onClose={onClose} title="Remove the second factor">
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel="Remove"
        danger
        onCancel={onClose}
      >
        <p>After this, your password alone is enough to log in.</p>
        <Field label="Current Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Field
          label="Code"
          hint="The six digits from your authenticator app."
          error={errors.code?.message}
        >
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('code')}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
