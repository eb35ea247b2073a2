import { KeyRound } from 'lucide-react'
import { enterExchangeCode } from '#contract/exchanges/exchanges.ts'
import { enterHandOverCode } from '#contract/orders/meetings.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'

type About = {
  meetingId: string
  about: string
  /** Set for a swap, where the person may enter the code with either account. */
  exchange?: { exchangeId: string; orderId: string } | undefined
  /** The name of the person who has the code. By default, 'the buyer' is shown. */
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

const CodeForm = enterHandOverCode.input.pick({ code: true })

/**
 * The dialog in which the code is entered. It stays open after the last wrong code, to say what to
 * do next.
 */
export function CodeDialog({
  meetingId,
  about,
  exchange,
  from = 'the buyer',
  onClose,
}: About & { onClose: () => void }) {
  const form = useContractForm(CodeForm, { defaultValues: { code: '' } })
  const submission = useSubmit(form, exchange ? enterExchangeCode : enterHandOverCode, {
    toInput: ({ code }) => (exchange ? { ...exchange, code } : { meetingId, code }),
    fallback: 'The code could not be checked.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={form.formState.errors.code ? { ...submission, failure: undefined } : submission}
      onClose={onClose}
      title={`Hand over ${about}`}
      description={`Ask ${from} for the 4 digits on their ${exchange ? 'swap' : 'order'}. The right code marks it as delivered.`}
      submitLabel="Check code"
      isQuick
    >
      <TextField
        name="code"
        label={`Code of ${from}`}
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
