import { useState } from 'react'
import { beginSecondFactor, confirmSecondFactor } from '#contract/admin/second-factor.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { CodeField, PasswordField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { textLinkClass } from '#web/ui/links.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

type Secret = { key: string; link: string }

/** Asks for the password, then shows the QR code and asks for the first code. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<Secret>()
  return (
    <Dialog open onClose={onClose} title="Set up two-factor login">
      {secret ? <FirstCode secret={secret} onDone={onClose} /> : <AskPassword onDone={setSecret} />}
    </Dialog>
  )
}

function AskPassword({ onDone }: { onDone: (secret: Secret) => void }) {
  const form = useContractForm(beginSecondFactor.input, { defaultValues: { password: '' } })
  const submission = useSubmit(form, beginSecondFactor, {
    fallback: 'Something went wrong',
    onDone,
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Next">
      <PasswordField label="Current Password" />
    </ContractForm>
  )
}

/** Focuses a step's text, so that screen readers read it. */
const readAloud = (text: HTMLElement | null) => text?.focus()

type FirstCodeProps = { secret: Secret; onDone: () => void }

function FirstCode({ secret: { key, link }, onDone }: FirstCodeProps) {
  const form = useContractForm(confirmSecondFactor.input, { defaultValues: { code: '' } })
  const submission = useSubmit(form, confirmSecondFactor, {
    fallback: 'Something went wrong',
    done: ({ message }) => message,
    onDone,
  })
  return (
    <div className="flex flex-col gap-4">
      <p ref={readAloud} tabIndex={-1} className="outline-none">
        Scan this with your authenticator app, then type in the six digits that it shows.
      </p>
      <div className="flex flex-col items-center gap-3">
        <QrCode text={link} label="QR code for your authenticator app" />
        <p className="text-center text-sm">
          Or{' '}
          <a href={link} className={textLinkClass}>
            open the app on this device
          </a>
          , or type this key into it:
          <br />
          <span data-testid="key" className="wrap-anywhere font-medium">
            {key.match(/.{1,4}/g)?.join(' ')}
          </span>
        </p>
      </div>
      <ContractForm form={form} {...submission} submitLabel="Set up">
        <CodeField hint={undefined} inputMode="numeric" />
      </ContractForm>
    </div>
  )
}
