import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { AppError } from '#contract/common/error-catalog.ts'
import { enterExchangeCode } from '#contract/exchanges/exchanges.ts'
import { enterHandOverCode, HandOverCode } from '#contract/orders/meetings.ts'
import { useWrite } from '#web/api/hooks.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { showFormError, useContractForm } from '#web/forms/use-contract-form.ts'
import { randomId } from '#web/session/random-id.ts'

type About = {
  meetingId: string
  about: string
  /** Set for a swap, where either account of the person may enter the code. */
  exchange?: { exchangeId: string; orderId: string } | undefined
  /** The name of the person who has the code; without it, ‘the buyer’ is shown. */
  from?: string | undefined
}

type Props = About & {
  variant?: 'primary' | 'plain'
  canEnter: boolean
}

export const EnterCode = ({ variant = 'primary', canEnter, ...props }: Props) => (
  <DialogButton
    label="Enter code"
    aria-label={`Enter code of ${props.about}`}
    variant={variant}
    icon={<KeyRound size={18} />}
    can={canEnter}
  >
    {(close) => <CodeDialog {...props} onClose={close} />}
  </DialogButton>
)

const CodeForm = z.object({ code: HandOverCode })

/** The dialog stays open after the last wrong code, to say what to do next. */
export function CodeDialog({
  meetingId,
  about,
  exchange,
  from,
  onClose,
}: About & { onClose: () => void }) {
  const enter = useWrite(enterHandOverCode)
  const enterOfSwap = useWrite(enterExchangeCode)
  /** A code keeps its id until the server answers, so that a retry doesn't count twice. */
  const attempt = useRef<{ code: string; clientId: string }>(undefined)
  const form = useContractForm(CodeForm, { defaultValues: { code: '' } })
  const [failure, setFailure] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined)
    try {
      if (attempt.current?.code !== code) attempt.current = { code, clientId: randomId() }
      await (exchange
        ? enterOfSwap.run({ ...exchange, ...attempt.current })
        : enter.run({ meetingId, ...attempt.current }))
      onClose()
    } catch (error) {
      if (error instanceof AppError) attempt.current = undefined
      setFailure(showFormError(form, error, 'The code could not be checked.'))
    }
  })
  return (
    <FormDialog
      form={form}
      submission={{
        submit: () => void submit(),
        failure: errors.code ? undefined : failure,
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

type BuyerCodeProps = {
  code: string
  books?: number
  to?: string
  /** The book's title, if other books of the same meeting have codes of their own. */
  title?: string | undefined
}

/** The code that the buyer tells the seller, large enough to be read at arm's length. */
export const BuyerCode = ({ code, books = 1, to = 'the seller', title }: BuyerCodeProps) => (
  <div className="rounded-box bg-primary-soft p-3 text-center">
    <p className="font-medium text-sm">Your code</p>
    <p className="font-bold text-3xl text-primary tabular-nums tracking-[0.3em]">{code}</p>
    <p className="text-sm">
      Tell it to {to} only when{' '}
      {books > 1 ? 'the books are' : title ? `“${title}” is` : 'the book is'} in your hands.
    </p>
  </div>
)
