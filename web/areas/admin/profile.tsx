import { useState } from 'react'
import { z } from 'zod'
import { changeAdminPassword, readAdminProfile } from '#contract/admin.ts'
import { NewPassword } from '#contract/auth.ts'
import { useRead } from '#web/data/hooks.ts'
import { useContractForm, useSubmit } from '#web/parts/form.ts'
import { orNone } from '#web/parts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FormError, Input } from '#web/ui/field.tsx'
import { CouldNotLoad, Loading, Skeleton } from '#web/ui/states.tsx'

export const meta = () => [{ title: 'Profile · Admin · Dobara' }, { name: 'robots', content: 'noindex' }]

const card = 'flex flex-col gap-4 rounded-box border border-line bg-card p-4'

export default function Profile() {
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <h1 className="font-semibold text-3xl">Profile</h1>
      <Facts />
      <ChangePassword />
    </div>
  )
}

function Facts() {
  const profile = useRead(readAdminProfile, {})
  if (profile.isPending)
    return (
      <Loading>
        <Skeleton className="h-36" />
      </Loading>
    )
  const facts = [
    ['Name', profile.data?.name || 'Admin'],
    ['Email', orNone(profile.data?.email)],
    ['ID', orNone(profile.data?._id)],
  ] as const
  return (
    <section aria-label="Your account" className={card}>
      {profile.isError && !profile.data && <CouldNotLoad onRetry={() => void profile.refetch()} />}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const required = (label: string) => z.string().min(1, `${label} is required.`)
const PasswordForm = z.object({
  currentPassword: required('Current password').max(1000, 'Password is too long.'),
  newPassword: required('New password').pipe(NewPassword),
  confirmPassword: z.string(),
})
const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

function ChangePassword() {
  const form = useContractForm(PasswordForm, { defaultValues: blank })
  const [feedback, setFeedback] = useState<{ mismatch?: true; done?: string }>({})
  const { submit, failure, pending } = useSubmit(form, changeAdminPassword, {
    toAsk: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    fallback: () => 'Failed to update password.',
    onDone: ({ message }) => {
      form.reset(blank)
      setFeedback({ done: message })
    },
  })
  const send = () => {
    const { newPassword, confirmPassword } = form.getValues()
    const mismatch = newPassword !== confirmPassword
    setFeedback(mismatch ? { mismatch } : {})
    if (mismatch) form.setFocus('confirmPassword')
    else submit()
  }
  const { errors } = form.formState
  return (
    <section aria-labelledby="password" className={card}>
      <h2 id="password" className="font-semibold text-xl">
        Change Password
      </h2>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field label="Current Password" error={errors.currentPassword?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Field label="New Password" error={errors.newPassword?.message} hint="At least 8 characters.">
          <Input type="password" autoComplete="new-password" {...form.register('newPassword')} />
        </Field>
        <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
          <Input type="password" autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <FormError>{feedback.mismatch ? 'New passwords do not match.' : failure}</FormError>
        <p role="status" className={feedback.done ? 'font-medium text-leaf' : 'sr-only'}>
          {feedback.done}
        </p>
        <Button type="submit" pending={pending} className="self-start">
          Update Password
        </Button>
      </form>
    </section>
  )
}
