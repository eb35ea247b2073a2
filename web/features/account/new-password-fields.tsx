import { type RefObject, useId, useRef, useState } from 'react'
import { PasswordField } from '#web/forms/fields.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'

type RepeatedPassword = {
  text: string
  setText: (text: string) => void
  isDifferent: boolean
  errorId: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Wraps a submission, so that it is sent only if both passwords are equal. */
  requireMatch: (
    submission: Submission,
    getNewPassword: () => string,
    errorText: string,
  ) => Submission & { failureId: string }
}

type Submission = { submit: () => void; failure: string | undefined; pending: boolean }

/** Holds the repeated input of a new password. Its text never leaves the page. */
export function useRepeatedPassword(): RepeatedPassword {
  const [text, setText] = useState('')
  const [isDifferent, setDifferent] = useState(false)
  const errorId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  return {
    text,
    isDifferent,
    errorId,
    inputRef,
    setText: (next) => {
      setText(next)
      setDifferent(false)
    },
    requireMatch: (submission, getNewPassword, errorText) => ({
      ...submission,
      submit: () => {
        const isEqual = text === getNewPassword()
        setDifferent(!isEqual)
        if (isEqual) submission.submit()
        else inputRef.current?.focus()
      },
      failure: isDifferent ? errorText : submission.failure,
      failureId: errorId,
    }),
  }
}

export function NewPasswordFields({ repeated }: { repeated: RepeatedPassword }) {
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
          ref={repeated.inputRef}
          type="password"
          autoComplete="new-password"
          value={repeated.text}
          aria-invalid={repeated.isDifferent || undefined}
          aria-describedby={repeated.isDifferent ? repeated.errorId : undefined}
          onChange={(event) => repeated.setText(event.target.value)}
        />
      </Field>
    </>
  )
}
