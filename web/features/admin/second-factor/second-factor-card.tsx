import { useState } from 'react'
import { readAdminProfile } from '#contract/admin/admin.ts'
import { removeSecondFactor } from '#contract/admin/second-factor.ts'
import { useRead } from '#web/api/hooks.ts'
import { CodeField, PasswordField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

export function SecondFactorCard() {
  const profile = useRead(readAdminProfile, {})
  const [open, setOpen] = useState<'set-up' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <Card title="Two-factor login">
      <QueryView query={profile} skeletons={['h-24']}>
        {({ secondFactorSince }) => (
          <State
            since={secondFactorSince}
            onSetUp={() => setOpen('set-up')}
            onRemove={() => setOpen('remove')}
          />
        )}
      </QueryView>
      {open === 'set-up' && <SetUpDialog onClose={close} />}
      {open === 'remove' && <RemoveDialog onClose={close} />}
    </Card>
  )
}

type StateProps = {
  since?: string | undefined
  onSetUp: () => void
  onRemove: () => void
}

function State({ since, onSetUp, onRemove }: StateProps) {
  if (since === undefined)
    return (
      <>
        <p>
          A password alone can be guessed or stolen. With two-factor login, each login also asks for
          a code from an authenticator app on your phone.
        </p>
        <Button variant="plain" className="self-start" onClick={onSetUp}>
          Set up
        </Button>
      </>
    )
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="success">On</Badge>
        <span>Each login has asked for a code since {formatDate(since)}.</span>
      </p>
      <p>If you lose your phone, the operator of this market can remove it.</p>
      <Button variant="danger-ghost" className="self-start" onClick={onRemove}>
        Remove
      </Button>
    </>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm(removeSecondFactor.input, {
    defaultValues: { password: '', code: '' },
  })
  const submission = useSubmit(form, removeSecondFactor, {
    fallback: 'Something went wrong',
    done: ({ message }) => message,
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Remove two-factor login"
      submitLabel="Remove"
      danger
    >
      <p>After this, your password alone is enough to log in.</p>
      <PasswordField label="Current Password" />
      <CodeField />
    </FormDialog>
  )
}
