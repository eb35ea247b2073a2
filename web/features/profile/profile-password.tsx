import { passwordChange } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { NewPasswordFields, useRepeat } from '#web/features/account/new-password-fields.tsx'
import { accountCalls } from '#web/features/account/use-profile.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

/** A new password for the old one; all other sessions end with it. */
export function ProfilePassword({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(passwordChange('password'), {
    defaultValues: { password: '', newPassword: '' },
  })
  const toast = useToast()
  const repeat = useRepeat()
  const sending = useSubmit(form, accountCalls[side].changePassword, {
    fallback: () => 'Failed to change password.',
    onDone: ({ message }) => {
      form.reset()
      repeat.write('')
      toast({ text: message, kind: 'good' })
    },
  })
  const { errors } = form.formState
  return (
    <Card title="Change Password">
      <ContractForm
        form={form}
        {...repeat.guard(
          sending,
          () => form.getValues('newPassword'),
          'New passwords do not match!',
        )}
        action="Update Password"
        narrow
      >
        {/* For the browser's memory of passwords, which asks whose this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <NewPasswordFields
          registered={form.register('newPassword')}
          error={errors.newPassword?.message}
          repeat={repeat}
        />
      </ContractForm>
    </Card>
  )
}
