import { useRef, useState } from 'react'
import { readSecondFactor, removeSecondFactor } from '#contract/admin/second-factor.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatDate } from '#web/format.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

export function SecondFactorCard() {
  // Rarely needed: the profile doesn't load it.
  const [isAsked, setAsked] = useState(false)
  const factor = useRead(readSecondFactor, {}, { enabled: isAsked })
  const [open, setOpen] = useState<'set-up' | 'remove'>()
  const close = () => setOpen(undefined)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Card title="Second factor">
      <div ref={content} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {!isAsked ? (
          <>
            <p>Each login can also ask for a code from an authenticator app on your phone.</p>
            <Button
              variant="plain"
              className="self-start"
              onClick={() => {
                // The button is about to go.
                content.current?.focus()
                setAsked(true)
              }}
            >
              Second factor settings
            </Button>
          </>
        ) : factor.data ? (
          <State
            {...factor.data}
            onSetUp={() => setOpen('set-up')}
            onRemove={() => setOpen('remove')}
          />
        ) : factor.isError ? (
          <InlineLoadError onRetry={() => void factor.refetch()} />
        ) : (
          <Loading>
            <Skeleton className="h-24" />
          </Loading>
        )}
      </div>
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
          A password alone can be guessed or stolen. With a second factor, each login also asks for
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
  const toast = useToast()
  const form = useContractForm(removeSecondFactor.input, {
    defaultValues: { password: '', code: '' },
  })
  const { submit, failure, pending } = useSubmit(form, removeSecondFactor, {
    fallback: () => 'Something went wrong',
    onDone: ({ message }) => {
      toast({ text: message, kind: 'success' })
      onClose()
    },
  })
  const { errors } = form.formState
  return (
    <Dialog open onClose={onClose} title="Remove the second factor">
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel="Remove"
        danger
        onCancel={onClose}
      >
        <p>After this, your password alone is enough to log in.</p>
        <Field label="Current Password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Field
          label="Code"
          hint="The six digits from your authenticator app."
          error={errors.code?.message}
        >
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('code')}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
