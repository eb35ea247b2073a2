import { passwordChange } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import {
  NewPasswordFields,
  useRepeatedPassword,
} from '#web/features/account/new-password-fields.tsx'
import { accountEndpoints } from '#web/features/account/use-profile.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export function ChangePasswordCard({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(passwordChange('password'), {
    defaultValues: { password: '', newPassword: '', refuseCommon: true },
  })
  const toast = useToast()
  const repeated = useRepeatedPassword()
  const submission = useSubmit(form, accountEndpoints[side].changePassword, {
    fallback: () => 'Failed to change password.',
    onDone: ({ message }) => {
      form.reset()
      repeated.setText('')
      toast({ text: message, kind: 'success' })
    },
  })
  const { errors } = form.formState
  return (
    <Card title="Change Password">
      <ContractForm
        form={form}
        {...repeated.requireMatch(
          submission,
          () => form.getValues('newPassword'),
          'New passwords do not match!',
        )}
        submitLabel="Update Password"
        narrow
      >
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <NewPasswordFields
          registration={form.register('newPassword')}
          error={errors.newPassword?.message}
          repeated={repeated}
        />
      </ContractForm>
    </Card>
  )
}
