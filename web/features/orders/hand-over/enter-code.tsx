import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { HandOverCode } from '#contract/orders/meetings.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { useKeptCode } from '#web/realtime/use-kept-code.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'

type Props = {
  meetingId: string
  /** What is handed over: 'order A1B2C3'. */
  about: string
  variant?: 'primary' | 'plain'
  /** Whether it stands in a narrow column. */
  small?: boolean
  canEnter: boolean
}

/** For the seller: types the buyer's code, and says what has become of it. */
export function EnterCode({
  meetingId,
  about,
  variant = 'primary',
  small = false,
  canEnter,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const codes = useRealtimeSession()?.codes
  const kept = useKeptCode(meetingId)
  const isWaiting = kept !== undefined && kept.refused === undefined
  if (!canEnter && !kept) return null
  return (
    <>
      {isWaiting && !isOpen && (
        <p role="status" className={`text-sm ${small ? 'tabular:max-w-32' : ''}`}>
          Code {kept.code}: Will be checked once you are online.
        </p>
      )}
      {kept?.refused !== undefined && (
        <p role="alert" className={`text-danger text-sm ${small ? 'tabular:max-w-32' : ''}`}>
          {kept.refused}
        </p>
      )}
      {kept && !isOpen && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${isWaiting ? 'Discard' : 'Hide the answer to'} the code of ${about}`}
          // The second click of a double one was meant for the dialog that has just closed.
          onClick={({ detail }) => detail < 2 && codes?.discard(meetingId)}
        >
          {isWaiting ? 'Discard' : 'Hide'}
        </Button>
      )}
      {canEnter && !isWaiting && (
        <Button
          variant={variant}
          {...(small && { variant: 'plain', size: 'sm', className: 'w-32 px-1' })}
          icon={!small && <KeyRound size={18} aria-hidden />}
          aria-label={`Enter code of ${about}`}
          onClick={() => setOpen(true)}
        >
          Enter code
        </Button>
      )}
      {isOpen && <CodeDialog {...{ meetingId, about }} onClose={() => setOpen(false)} />}
    </>
  )
}

const CodeForm = z.object({ code: HandOverCode })

function CodeDialog({
  meetingId,
  about,
  onClose,
}: Pick<Props, 'meetingId' | 'about'> & { onClose: () => void }) {
  const codes = useRealtimeSession()?.codes
  const form = useContractForm(CodeForm, { defaultValues: { code: '' } })
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined)
    try {
      await codes?.enter(meetingId, code)
      onClose()
    } catch (error) {
      const text = showFormError(form, error, 'The code could not be checked.')
      setFailure(text)
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Hand over ${about}`}
      description="Ask the buyer for the 4 digits on their order. The right code marks it as delivered."
    >
      <DialogForm
        submit={() => void submit()}
        failure={errors.code ? undefined : failure}
        pending={isSubmitting}
        submitLabel="Check code"
        onCancel={onClose}
      >
        <Field label="Code of the buyer" error={errors.code?.message}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="text-center font-semibold text-2xl tracking-[0.5em]"
            {...form.register('code')}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
