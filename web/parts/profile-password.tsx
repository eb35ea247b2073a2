import { useRef, useState } from 'react'
import { passwordChange } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { accountCalls } from '#web/data/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, FormError, Input } from '#web/ui/field.tsx'
import { useNotice } from '#web/ui/notices.tsx'
import { useContractForm, useSubmit } from './form.ts'

/** A new password for the old one; all other sessions end with it. */
export function ProfilePassword({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(passwordChange('password'), { defaultValues: { password: '', newPassword: '' } })
  const notify = useNotice()
  const [again, setAgain] = useState('')
  const [differ, setDiffer] = useState(false)
  const confirm = useRef<HTMLInputElement>(null)
  const { submit, failure, pending } = useSubmit(form, accountCalls[side].changePassword, {
    fallback: () => 'Failed to change password.',
    onDone: ({ message }) => {
      form.reset()
      setAgain('')
      notify({ text: message, kind: 'good' })
    },
  })
  const { errors } = form.formState
  return (
    <Card title="Change Password">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const differs = again !== form.getValues('newPassword')
          setDiffer(differs)
          if (differs) confirm.current?.focus()
          else submit()
        }}
      >
        {/* For the browser's memory of passwords, which asks whose this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Field label="New Password" error={errors.newPassword?.message} hint="At least 8 characters.">
          <Input type="password" autoComplete="new-password" {...form.register('newPassword')} />
        </Field>
        <Field label="Confirm New Password">
          <Input
            ref={confirm}
            type="password"
            autoComplete="new-password"
            value={again}
            aria-invalid={differ || undefined}
            onChange={(event) => {
              setAgain(event.target.value)
              setDiffer(false)
            }}
          />
        </Field>
        <FormError>{differ ? 'New passwords do not match!' : failure}</FormError>
        <Button type="submit" pending={pending} className="self-start">
          Update Password
        </Button>
      </form>
    </Card>
  )
}
