import { useState } from 'react'
import { logInBuyer } from '#contract/accounts/auth.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { PasswordField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'

const PasswordForm = logInBuyer.input.pick({ password: true })

type Texts = { title: string; submitLabel: string; fallback: string; danger?: boolean }
type Asked = { text: string; write: (password: string) => Promise<void>; cancel: () => void }

/**
 * `withPassword` writes and, if the server needs the password, asks for it and writes again. If the
 * person cancels, it rejects with the error of the first write.
 */
export function usePasswordQuestion(texts: Texts) {
  const [asked, setAsked] = useState<Asked>()
  const ask = <R,>(error: AppError, write: (secret: { password: string }) => Promise<R>) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    setAsked({
      text: error.message,
      write: async (password) => {
        try {
          resolve(await write({ password }))
        } catch (failure) {
          if (failure instanceof AppError && failure.fields?.password) throw failure
          reject(failure)
        }
      },
      cancel: () => reject(error),
    })
    return promise.finally(() => setAsked(undefined))
  }
  const withPassword = async <R,>(write: (secret: { password?: string }) => Promise<R>) => {
    try {
      return await write({})
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'password_needed') throw error
      return ask(error, write)
    }
  }
  return { withPassword, question: asked && <PasswordQuestion {...texts} {...asked} /> }
}

function PasswordQuestion({ text, write, cancel, fallback, ...dialog }: Texts & Asked) {
  const form = useContractForm(PasswordForm, { defaultValues: { password: '' } })
  const [failure, setFailure] = useState<string>()
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    await write(password).catch((error) => setFailure(showFormError(form, error, fallback)))
  })
  const pending = form.formState.isSubmitting
  return (
    <FormDialog
      {...dialog}
      form={form}
      submission={{ submit: () => !pending && void submit(), failure, pending }}
      isQuick
      onClose={cancel}
    >
      <p>{text}</p>
      <PasswordField />
    </FormDialog>
  )
}
