// A new password, typed twice. The second time never leaves the page.
import { type RefObject, useId, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, Input } from '#web/ui/inputs/field.tsx'

export type Repeat = {
  text: string
  write: (text: string) => void
  differs: boolean
  /** Of the sentence that says so. */
  failureId: string
  field: RefObject<HTMLInputElement | null>
  /** What a form sends only when both are the same: else it says so in `sentence`, leads to the second one, and sends nothing. */
  guard: (
    sending: Sending,
    newPassword: () => string,
    sentence: string,
  ) => Sending & { failureId: string }
}

type Sending = { submit: () => void; failure: string | undefined; pending: boolean }

/** What is typed the second time. */
export function useRepeat(): Repeat {
  const [text, setText] = useState('')
  const [differs, setDiffers] = useState(false)
  const failureId = useId()
  const field = useRef<HTMLInputElement>(null)
  return {
    text,
    differs,
    failureId,
    field,
    write: (next) => {
      setText(next)
      setDiffers(false)
    },
    guard: (sending, newPassword, sentence) => ({
      ...sending,
      submit: () => {
        const isSame = text === newPassword()
        setDiffers(!isSame)
        if (isSame) sending.submit()
        else field.current?.focus()
      },
      failure: differs ? sentence : sending.failure,
      failureId,
    }),
  }
}

/** `registered` is what the form knows the new password by. */
export function NewPasswordFields({
  registered,
  error,
  repeat,
}: {
  registered: UseFormRegisterReturn
  error: string | undefined
  repeat: Repeat
}) {
  return (
    <>
      <Field label="New Password" error={error} hint="At least 8 characters.">
        <Input type="password" autoComplete="new-password" {...registered} />
      </Field>
      <Field label="Confirm New Password">
        <Input
          ref={repeat.field}
          type="password"
          autoComplete="new-password"
          value={repeat.text}
          aria-invalid={repeat.differs || undefined}
          aria-describedby={repeat.differs ? repeat.failureId : undefined}
          onChange={(event) => repeat.write(event.target.value)}
        />
      </Field>
    </>
  )
}
