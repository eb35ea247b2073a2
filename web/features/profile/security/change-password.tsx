import { passwordChange } from '#contract/accounts/auth.ts'
import type { changeHelperPassword } from '#contract/accounts/shop-helpers.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { NewPasswordFields, requireMatch } from '#web/features/account/new-password-fields.tsx'
import type { accountEndpoints } from '#web/features/account/use-profile.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { PasswordField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'

type PasswordEndpoint =
  | (typeof accountEndpoints)[Side]['changePassword']
  | typeof changeHelperPassword

export function ChangePassword({ endpoint, email }: { endpoint: PasswordEndpoint; email: string }) {
  const form = useContractForm(passwordChange('password'), {
    defaultValues: { password: '', newPassword: '', refuseCommon: true },
  })
  const submission = useSubmit(form, endpoint, {
    fallback: 'Failed to change password.',
    done: ({ message }) => message,
    onDone: () => form.reset(),
  })
  return (
    <ContractForm
      form={form}
      {...requireMatch(form, submission, 'New passwords do not match!')}
      submitLabel="Update Password"
      narrow
    >
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current Password" />
      <NewPasswordFields />
    </ContractForm>
  )
}
