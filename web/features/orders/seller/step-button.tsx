import { useEffect, useState } from 'react'
import { PaymentLabel } from '#web/features/orders/payments/payments-button.tsx'
import { ProblemLink } from '#web/features/orders/problem/problem-link.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  type SellerRow,
  type SellerStep,
  sellerSteps,
  stepLabel,
  stepName,
} from './seller-steps.ts'
import type { DialogStep } from './step-dialog.tsx'
import { useQuickSteps } from './use-quick-steps.ts'

const undoMs = 10_000

type Props = { row: SellerRow; onOpen: (step: DialogStep) => void }

/**
 * The button for an order's next step: Undo for ten seconds, then the most useful step.
 * Tracking can be added beside Undo, because sellers do that when they have just sent the parcel.
 */
export function StepButton({ row, onOpen }: Props) {
  const quick = useQuickSteps(row)
  const isElapsed = useIsElapsed(undoMs)
  const isUndoOver = isElapsed && !quick.pending
  const [step] = sellerSteps(row, { isUndoOver })
  const [next] = sellerSteps(row, { isUndoOver: true })
  if (step === undefined) return null
  if (step === 'problem') return <ProblemLink order={row.order} side="seller" small />
  const props = { row, quick, onOpen }
  return (
    <>
      <Step {...props} step={step} />
      {step === 'undo' && next === 'tracking' && <Step {...props} step="tracking" />}
    </>
  )
}

type StepProps = Pick<Props, 'row' | 'onOpen'> & {
  step: Exclude<SellerStep, 'problem'>
  quick: ReturnType<typeof useQuickSteps>
}

function Step({ row, step, quick, onOpen }: StepProps) {
  const name = stepName(step, row)
  const isQuick = step === 'undo' || step === 'deal'
  return (
    <Button
      variant="plain"
      size="sm"
      className="max-w-40 px-2 py-1 leading-tight tabular:w-32"
      {...(name !== undefined && { 'aria-label': name })}
      pending={isQuick && quick.pending}
      onClick={() => (isQuick ? void quick[step]() : onOpen(step))}
    >
      {step === 'payment' ? <PaymentLabel order={row.order} side="seller" /> : stepLabel(step, row)}
    </Button>
  )
}

function useIsElapsed(ms: number): boolean {
  const [isElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isElapsed
}
