import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { requestPasswordReset } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'

/** Asks for the email of an account whose password is forgotten, then says what the server says. */
export function ForgotForm({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(requestPasswordReset.input, { defaultValues: { email, role: side } })
  const [answer, setAnswer] = useState<string>()
  const sending = useSubmit(form, requestPasswordReset, {
    fallback: () => 'Something went wrong',
    onDone: ({ message }) => setAnswer(message),
  })
  const { errors } = form.formState
  if (answer !== undefined)
    return (
      <div className="flex flex-col items-center gap-3 pt-4 text-center">
        <MailCheck size={32} className="text-primary" aria-hidden />
        <p role="status">{answer}</p>
      </div>
    )
  return (
    <ContractForm form={form} {...sending} action="Send link">
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
