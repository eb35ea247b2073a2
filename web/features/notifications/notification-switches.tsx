import { useState } from 'react'
import {
  confirmEmail,
  MailCode,
  type NotificationSettings,
  readNotificationSettings,
  sendMailCode,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, FormError } from '#web/ui/inputs/field.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { canPush, PushRefused, usePush } from './use-push.ts'

const notChanged = 'This could not be changed. Please try again.'

export function NotificationSwitches() {
  const settings = useRead(readNotificationSettings, {})
  return (
    <QueryView query={settings} skeletons={['h-44']}>
      {(data) => <Settings settings={data} />}
    </QueryView>
  )
}

type MailSettings = NonNullable<NotificationSettings['mail']>

function Settings({ settings: { kinds, mail, push } }: { settings: NotificationSettings }) {
  const { run, pending } = useAction(updateNotificationSettings, { failed: notChanged })
  const change = (switches: Parameters<typeof run>[0]) => void run(switches)
  return (
    <>
      <fieldset className="flex flex-col" disabled={pending} aria-busy={pending}>
        <legend className="sr-only">What you are notified of</legend>
        {kinds.map(({ kind, label, isOn }) => (
          <Checkbox
            key={kind}
            label={label}
            checked={isOn}
            onChange={({ target }) => change({ [kind]: target.checked })}
          />
        ))}
      </fieldset>
      {mail?.isConfirmed === false && <ConfirmEmail {...mail} />}
      {mail?.isConfirmed && (
        <fieldset className="flex flex-col" disabled={pending} aria-busy={pending}>
          <legend className="font-medium">By email, when you are away</legend>
          <Checkbox
            label={
              <>
                At most one email an hour, to{' '}
                <span className="wrap-anywhere font-medium">{mail.email}</span>
              </>
            }
            checked={mail.isOn}
            onChange={({ target }) => change({ mail: target.checked })}
          />
        </fieldset>
      )}
      {push && canPush() && <PushSwitches settings={push} />}
    </>
  )
}

function ConfirmEmail({ email }: Pick<MailSettings, 'email'>) {
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
    <section aria-label="By email" className="flex flex-col gap-3">
      <p className="font-medium">By email, when you are away</p>
      {sentText ? (
        <CodeForm sentText={sentText} />
      ) : (
        <p className="text-muted">
          Confirm your email to get emails when you are away:{' '}
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
  const submission = useSubmit(form, confirmEmail, {
    fallback: 'The email could not be confirmed. Please try again.',
    done: 'Your email is confirmed.',
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Confirm email" narrow>
      <p role="status" className="wrap-anywhere">
        {sentText}
      </p>
      <TextField
        name="code"
        label="Code from the email"
        hint="6 digits. It may take a minute; check your spam folder too."
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </ContractForm>
  )
}

function PushSwitches({ settings }: { settings: NonNullable<NotificationSettings['push']> }) {
  const push = usePush(settings)
  const [failure, setFailure] = useState<string>()
  const run = (work: Promise<void>) => {
    setFailure(undefined)
    work.catch((error: unknown) =>
      setFailure(
        error instanceof PushRefused
          ? 'Your browser doesn’t allow notifications from Dobara. You can change that in its settings.'
          : errorMessage(error, notChanged),
      ),
    )
  }
  return (
    <fieldset className="flex flex-col" disabled={push.pending} aria-busy={push.pending}>
      <legend className="font-medium">On this device</legend>
      <Checkbox
        label="Notifications, also while Dobara is closed"
        checked={settings.isOn}
        onChange={({ target }) => run(target.checked ? push.turnOn(true) : push.turnOff())}
      />
      {settings.isOn && (
        <Checkbox
          label="Show names and book titles in them"
          checked={settings.showsNames}
          onChange={({ target }) => run(push.turnOn(target.checked))}
        />
      )}
      <FormError>{failure}</FormError>
    </fieldset>
  )
}
