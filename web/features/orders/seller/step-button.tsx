import type { ReactNode } from 'react'
import { PaymentsButton } from '#web/features/orders/payments-button.tsx'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useIsElapsed } from '#web/ui/hooks/use-is-elapsed.ts'
import { type SellerRow, sellerSteps } from './seller-steps.ts'
import type { DialogStep } from './step-dialog.tsx'
import { stepLabel, stepName } from './step-labels.ts'
import { useQuickSteps } from './use-quick-steps.ts'

const undoMs = 10_000

type Props = {
  row: SellerRow
  isCodeWaiting: boolean
  /** What stands in the place of the button where there is none. */
  note?: ReactNode
  onOpen: (step: DialogStep) => void
}

/** The one step of an order that has a button: for ten seconds Undo, then the most useful one. */
export function StepButton({ row, isCodeWaiting, note, onOpen }: Props) {
  const quick = useQuickSteps(row)
  const isElapsed = useIsElapsed(undoMs)
  const isUndoOver = isElapsed && !quick.pending
  const [step] = sellerSteps(row, { isUndoOver, isCodeWaiting })
  if (step === undefined) return note
  if (step === 'payment') return <PaymentsButton order={row.order} side="seller" />
  if (step === 'problem') return <ProblemLink order={row.order} side="seller" small />
  const name = stepName(step, row)
  return (
    <>
      {/* Undo hides it, so that the row keeps its height. */}
      {note && <span className="invisible col-start-1 row-start-1">{note}</span>}
      <Button
        variant="plain"
        size="sm"
        className={`col-start-1 row-start-1 min-w-32 justify-self-start whitespace-nowrap px-2
          leading-tight tabular:w-32 tabular:whitespace-normal tabular:px-1
          ${step === 'deal' ? 'tabular:text-xs' : ''}`}
        {...(name !== undefined && { 'aria-label': name })}
        pending={quick.pending}
        onClick={() => (step === 'undo' || step === 'deal' ? void quick[step]() : onOpen(step))}
      >
        {stepLabel(step, row)}
      </Button>
    </>
  )
}
