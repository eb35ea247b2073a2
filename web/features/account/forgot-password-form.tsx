import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'

export function ForgotPasswordForm({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(requestPasswordReset.input, { defaultValues: { email, role: side } })
  const [sentMessage, setSentMessage] = useState<string>()
  const submission = useSubmit(form, requestPasswordReset, {
    fallback: () => 'Something went wrong',
    onDone: ({ message }) => setSentMessage(message),
  })
  const { errors } = form.formState
  if (sentMessage !== undefined)
    return (
      <div className="flex flex-col items-center gap-3 pt-4 text-center">
        <MailCheck size={32} className="text-primary" aria-hidden />
        <p role="status">{sentMessage}</p>
      </div>
    )
  return (
    <ContractForm form={form} {...submission} submitLabel="Send link">
      <Field
        label="Email"
        error={errors.email?.message}
        hint={`The email of your ${side} account.`}
      >
        <Input type="email" inputMode="email" autoComplete="username" {...form.register('email')} />
      </Field>
    </ContractForm>
  )
}
