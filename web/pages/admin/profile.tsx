import { useState } from 'react'
import { z } from 'zod'
import { NewPassword } from '#contract/accounts/auth.ts'
import { changeAdminPassword, readAdminProfile } from '#contract/admin/admin.ts'
import { useRead } from '#web/api/hooks.ts'
import { NewPasswordFields, requireMatch } from '#web/features/account/new-password-fields.tsx'
import { SecondFactorCard } from '#web/features/admin/second-factor/second-factor-card.tsx'
import { orNoValue } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { PasswordField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

export const meta = privateMeta('Profile · Admin')

export default function Profile() {
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <h1 className="font-semibold text-3xl">Profile</h1>
      <AccountData />
      <ChangePassword />
      <SecondFactorCard />
    </div>
  )
}

function AccountData() {
  const profile = useRead(readAdminProfile, {})
  const { name, email, _id } = profile.data ?? {}
  return (
    <Card title="Your account">
      {profile.isLoadingError && <InlineLoadError onRetry={() => void profile.refetch()} />}
      {profile.isPending ? (
        <Loading skeletons={['h-22 sm:h-17']} />
      ) : (
        <Facts>
          <Fact name="Name">{name || 'Admin'}</Fact>
          <Fact name="Email">{orNoValue(email)}</Fact>
          <Fact name="ID">{orNoValue(_id)}</Fact>
        </Facts>
      )}
    </Card>
  )
}

const required = (label: string) => z.string().min(1, `${label} is required.`)
const PasswordForm = z.object({
  currentPassword: required('Current password').max(1000, 'Password is too long.'),
  newPassword: required('New password').pipe(NewPassword),
})
const emptyForm = { currentPassword: '', newPassword: '' }

function ChangePassword() {
  const form = useContractForm(PasswordForm, { defaultValues: emptyForm })
  const [successText, setSuccessText] = useState<string>()
  const submission = useSubmit(form, changeAdminPassword, {
    toInput: (passwords) => ({ ...passwords, refuseCommon: true }),
    fallback: 'Failed to update password.',
    onDone: ({ message }) => {
      form.reset(emptyForm)
      setSuccessText(message)
    },
  })
  const checkedSubmission = requireMatch(form, submission, 'New passwords do not match.')
  return (
    <Card title="Change Password">
      <ContractForm
        form={form}
        {...checkedSubmission}
        submit={() => {
          setSuccessText(undefined)
          checkedSubmission.submit()
        }}
        submitLabel="Update Password"
        narrow
      >
        <PasswordField name="currentPassword" label="Current Password" />
        <NewPasswordFields />
        <p role="status" className={successText ? 'font-medium text-primary' : 'sr-only'}>
          {successText}
        </p>
      </ContractForm>
    </Card>
  )
}
