import { useState } from 'react'
import {
  confirmEmail,
  MailCode,
  type MailSettings,
  sendMailCode,
  updateMailSettings,
} from '#contract/accounts/mail-settings.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, FormError, Input } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

const failed = 'This could not be changed. Please try again.'

export function MailSetting({ settings }: { settings: MailSettings }) {
  return settings.isConfirmed ? <MailSwitch settings={settings} /> : <ConfirmEmail {...settings} />
}

function MailSwitch({ settings }: { settings: MailSettings }) {
  const save = useWrite(updateMailSettings)
  const toast = useToast()
  return (
    <fieldset className="flex flex-col" disabled={save.pending} aria-busy={save.pending}>
      <legend className="font-medium">By mail</legend>
      <Checkbox
        label={
          <>
            At most one mail an hour, to{' '}
            <span className="wrap-anywhere font-medium">{settings.email}</span>
          </>
        }
        checked={settings.isOn}
        onChange={({ target }) =>
          void save
            .run({ isOn: target.checked })
            .catch((error: unknown) => toast({ text: errorMessage(error, failed), kind: 'error' }))
        }
      />
    </fieldset>
  )
}

function ConfirmEmail({ email }: { email: string }) {
  const sendCode = useWrite(sendMailCode)
  const [sentText, setSentText] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const send = async () => {
    setFailure(undefined)
    try {
      setSentText((await sendCode.run({}))?.message)
    } catch (error) {
      setFailure(errorMessage(error, 'The code could not be sent. Please try again.'))
    }
  }
  return (
    <section aria-label="By mail" className="flex flex-col gap-3">
      <p className="font-medium">By mail</p>
      {sentText ? (
        <CodeForm sentText={sentText} />
      ) : (
        <p className="text-muted">
          Confirm your email to get mails when you are away:{' '}
          <span className="wrap-anywhere">{email}</span>
        </p>
      )}
      <FormError>{failure}</FormError>
      <Button
        variant="plain"
        className="self-start"
        pending={sendCode.pending}
        onClick={() => void send()}
      >
        {sentText ? 'Send another code' : 'Send me a code'}
      </Button>
    </section>
  )
}

function CodeForm({ sentText }: { sentText: string }) {
  const form = useContractForm(MailCode, { defaultValues: { code: '' } })
  const toast = useToast()
  const submission = useSubmit(form, confirmEmail, {
    fallback: () => 'The email could not be confirmed. Please try again.',
    onDone: () => toast({ text: 'Your email is confirmed.', kind: 'success' }),
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Confirm email" narrow>
      <p role="status" className="wrap-anywhere">
        {sentText}
      </p>
      <Field
        label="Code from the mail"
        hint="6 digits. It may take a minute; look into the spam folder too."
        error={form.formState.errors.code?.message}
      >
        <Input inputMode="numeric" autoComplete="one-time-code" {...form.register('code')} />
      </Field>
    </ContractForm>
  )
}
