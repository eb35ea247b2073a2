import { type ReactNode, useState } from 'react'
import { logInBuyer } from '#contract/accounts/auth.ts'
import { AppError } from '#contract/common/errors.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const PasswordForm = logInBuyer.input.pick({ password: true })

type Props = { text: string; onAnswer: (password: string | undefined) => void }

function PasswordQuestion({ text, onAnswer }: Props) {
  const form = useContractForm(PasswordForm, { defaultValues: { password: '' } })
  const cancel = () => onAnswer(undefined)
  return (
    <Dialog open onClose={cancel} title="Your password">
      <DialogForm
        submit={() => void form.handleSubmit(({ password }) => onAnswer(password))()}
        failure={undefined}
        pending={false}
        submitLabel="Continue"
        onCancel={cancel}
      >
        <p>{text}</p>
        <Field label="Password" error={form.formState.errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}

/** For `toRetry`: asks for the password if the server needs it, and sends it with the retry. */
export function usePasswordQuestion(): {
  askPassword: <In extends object>(error: unknown, input: In) => Promise<In> | undefined
  question: ReactNode
} {
  const [shown, setShown] = useState<Props>()
  const askPassword = <In extends object>(error: unknown, input: In) => {
    if (!(error instanceof AppError) || error.code !== 'password_needed') return undefined
    return new Promise<In>((resolve, reject) => {
      const onAnswer = (password: string | undefined) => {
        setShown(undefined)
        if (password === undefined) reject(error)
        else resolve({ ...input, password })
      }
      setShown({ text: error.message, onAnswer })
    })
  }
  return { askPassword, question: shown && <PasswordQuestion {...shown} /> }
}
