import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { Submission } from '#web/forms/contract-form.tsx'
import { PasswordField } from '#web/forms/fields.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'

type Passwords = { newPassword: string; repeated?: string }

const failureId = 'new-password-failure'

/**
 * Wraps the submission of a form with `NewPasswordFields`. The form is sent only if both new
 * passwords are equal. The form's schema drops the repeated one.
 */
export function requireMatch<In extends Passwords & FieldValues, Out extends FieldValues>(
  form: UseFormReturn<In, unknown, Out>,
  submission: Submission,
  errorText: string,
): Submission & { failureId: string } {
  const passwords = form as unknown as UseFormReturn<Passwords>
  const submit = () => {
    const { newPassword, repeated = '' } = passwords.getValues()
    if (newPassword === repeated) submission.submit()
    else passwords.setError('repeated', { message: errorText }, { shouldFocus: true })
  }
  const failure = passwords.formState.errors.repeated?.message ?? submission.failure
  return { ...submission, submit, failure, failureId }
}

export function NewPasswordFields() {
  const { register, clearErrors, formState } = useFormContext<Passwords>()
  const isDifferent = formState.errors.repeated !== undefined
  return (
    <>
      <PasswordField
        name="newPassword"
        label="New Password"
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <Field label="Confirm New Password">
        <Input
          {...register('repeated', { onChange: () => clearErrors('repeated') })}
          type="password"
          autoComplete="new-password"
          aria-invalid={isDifferent || undefined}
          aria-describedby={isDifferent ? failureId : undefined}
        />
      </Field>
    </>
  )
}
