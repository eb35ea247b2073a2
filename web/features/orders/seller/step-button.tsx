import { type ReactNode, useEffect, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { paymentSubject, paymentText } from '#web/features/orders/payments/labels.ts'
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

const oneLine = 'whitespace-nowrap tabular:whitespace-normal'
const widths: { [Step in SellerStep]?: string } = {
  payment: 'max-w-40',
  deal: `${oneLine} tabular:text-xs`,
}

type Props = {
  row: SellerRow
  note?: ReactNode
  onOpen: (step: DialogStep) => void
}

/**
 * The button for an order's next step: Undo for ten seconds, then the most useful step.
 * Tracking can be added beside Undo, because sellers do that when they have just sent the parcel.
 */
export function StepButton({ row, note, onOpen }: Props) {
  const quick = useQuickSteps(row)
  const isElapsed = useIsElapsed(undoMs)
  const isUndoOver = isElapsed && !quick.pending
  const [step] = sellerSteps(row, { isUndoOver })
  const [next] = sellerSteps(row, { isUndoOver: true })
  if (step === undefined) return note
  if (step === 'problem') return <ProblemLink order={row.order} side="seller" small />
  const props = { row, quick, onOpen }
  return (
    <>
      {/* The note is invisible behind Undo, so that the row keeps its height. */}
      {note && <span className="invisible col-start-1 row-start-1">{note}</span>}
      {step === 'undo' && next === 'tracking' ? (
        <span className="col-start-1 row-start-1 flex gap-1 tabular:w-32">
          <Step {...props} step="undo" className="px-2 tabular:px-1.5" />
          <Step
            {...props}
            step="tracking"
            className="px-2 tabular:flex-1 tabular:px-1 tabular:text-xs"
          />
        </span>
      ) : (
        <Step
          {...props}
          step={step}
          className={`col-start-1 row-start-1 min-w-32 justify-self-start px-2 tabular:w-32
            tabular:px-1 ${widths[step] ?? oneLine}`}
        />
      )}
    </>
  )
}

type StepProps = Pick<Props, 'row' | 'onOpen'> & {
  step: Exclude<SellerStep, 'problem'>
  quick: ReturnType<typeof useQuickSteps>
  className: string
}

function Step({ row, step, quick, className, onOpen }: StepProps) {
  const name = stepName(step, row)
  const isQuick = step === 'undo' || step === 'deal'
  return (
    <Button
      variant="plain"
      size="sm"
      className={`py-1 leading-tight ${className}`}
      {...(name !== undefined && { 'aria-label': name })}
      pending={isQuick && quick.pending}
      onClick={() => (isQuick ? void quick[step]() : onOpen(step))}
    >
      {step === 'payment' ? <PaymentLabel order={row.order} /> : stepLabel(step, row)}
    </Button>
  )
}

function PaymentLabel({ order }: { order: Order }) {
  const state = order.payment && paymentText(order.payment, 'seller')
  return (
    <span>
      Payment<span className="sr-only"> {paymentSubject(order)}</span>
      {state && `: ${state}`}
    </span>
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
