import { KeyRound } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { z } from 'zod'
import { HandOverCode } from '#contract/orders/meetings.ts'
import { FormDialog } from '#web/forms/dialog-form.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'
import type { QueuedCode as Queued } from '#web/realtime/queued-codes.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { useQueuedCode } from '#web/realtime/use-queued-code.ts'
import { Button } from '#web/ui/button.tsx'
import { StaleActionBoundary, useStaleReason } from '#web/ui/overlays/open-dialogs.tsx'

type About = {
  meetingId: string
  about: string
  /** Of a book in an exchange, which is typed by either account. */
  exchange?: Queued['exchange']
  /** Who tells the code; the buyer, else. */
  from?: string | undefined
}

export function useIsCodeWaiting(meetingId: string): boolean {
  const queued = useQueuedCode(meetingId)
  return queued !== undefined && queued.refused === undefined
}

export function QueuedCode({ meetingId, about, small = false }: About & { small?: boolean }) {
  const codes = useRealtimeSession()?.codes
  const queued = useQueuedCode(meetingId)
  if (!queued) return null
  const isWaiting = queued.refused === undefined
  const width = small ? 'tabular:max-w-32' : ''
  return (
    <>
      {isWaiting ? (
        <p role="status" className={`text-sm ${width}`}>
          Code {queued.code}: Will be checked once you are online.
        </p>
      ) : (
        <p role="alert" className={`text-danger text-sm ${width}`}>
          {queued.refused}
        </p>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={`${isWaiting ? 'Discard' : 'Hide the answer to'} the code of ${about}`}
        // The second click of a double one was meant for the dialog that has just closed.
        onClick={({ detail }) => detail < 2 && codes?.discard(meetingId)}
      >
        {isWaiting ? 'Discard' : 'Hide'}
      </Button>
    </>
  )
}

type Props = About & {
  variant?: 'primary' | 'plain'
  canEnter: boolean
  /** Said in the open dialog when no code can be typed any more. */
  change: Omit<ComponentProps<typeof StaleActionBoundary>, 'can' | 'children'>
}

export function EnterCode({
  meetingId,
  about,
  exchange,
  from,
  variant = 'primary',
  canEnter,
  change,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const isWaiting = useIsCodeWaiting(meetingId)
  return (
    <>
      {!isOpen && <QueuedCode meetingId={meetingId} about={about} />}
      {canEnter && !isWaiting && (
        <Button
          variant={variant}
          icon={<KeyRound size={18} aria-hidden />}
          aria-label={`Enter code of ${about}`}
          onClick={() => setOpen(true)}
        >
          Enter code
        </Button>
      )}
      {isOpen && (
        <StaleActionBoundary can={canEnter} {...change}>
          <CodeDialog {...{ meetingId, about, exchange, from }} onClose={() => setOpen(false)} />
        </StaleActionBoundary>
      )}
    </>
  )
}

const CodeForm = z.object({ code: HandOverCode })

/** Stays open after the last wrong code, to say what to do now. */
export function CodeDialog({
  meetingId,
  about,
  exchange,
  from,
  onClose,
}: About & { onClose: () => void }) {
  const codes = useRealtimeSession()?.codes
  const form = useContractForm(CodeForm, { defaultValues: { code: '' } })
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const isOver = useStaleReason(isSubmitting) !== undefined
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined)
    try {
      await codes?.enter(meetingId, code, exchange)
      onClose()
    } catch (error) {
      setFailure(showFormError(form, error, 'The code could not be checked.'))
    }
  })
  return (
    <FormDialog
      form={form}
      submission={{
        submit: () => void submit(),
        failure: errors.code || isOver ? undefined : failure,
        pending: isSubmitting,
      }}
      onClose={onClose}
      title={`Hand over ${about}`}
      description={`Ask ${from ?? 'the buyer'} for the 4 digits on their ${exchange ? 'swap' : 'order'}. The right code marks it as delivered.`}
      submitLabel="Check code"
      isQuick
    >
      <TextField
        name="code"
        label={`Code of ${from ?? 'the buyer'}`}
        inputMode="numeric"
        autoComplete="off"
        className="text-center font-semibold text-2xl tracking-[0.5em]"
      />
    </FormDialog>
  )
}
