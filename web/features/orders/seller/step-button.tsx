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
import type { useSellerStep } from './use-seller-step.tsx'

const undoButtonMs = 10_000

type Props = { row: SellerRow } & Pick<ReturnType<typeof useSellerStep>, 'take' | 'pending'>

/**
 * The button for an order's next step: Undo for ten seconds, then the most useful step. Tracking
 * can be added beside Undo, because sellers have just sent the parcel then.
 */
export function StepButton(props: Props) {
  const { row, pending } = props
  const isElapsed = useIsElapsed(undoButtonMs)
  const [step] = sellerSteps(row, { isUndoOver: isElapsed && !pending })
  const [next] = sellerSteps(row, { isUndoOver: true })
  if (step === undefined) return null
  if (step === 'problem') return <ProblemLink order={row.order} side="seller" small />
  return (
    <>
      <Step {...props} step={step} />
      {step === 'undo' && next === 'tracking' && <Step {...props} step="tracking" />}
    </>
  )
}

function Step({ row, step, take, pending }: Props & { step: SellerStep }) {
  const name = stepName(step, row)
  return (
    <Button
      variant="plain"
      size="sm"
      className="max-w-40 px-2 py-1 leading-tight tabular:w-32"
      {...(name !== undefined && { 'aria-label': name })}
      pending={pending && (step === 'undo' || step === 'deal')}
      onClick={() => take(step)}
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
