import {
  BookCheck,
  CalendarPlus,
  IndianRupee,
  KeyRound,
  MessageSquareText,
  Package,
  PackageCheck,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OrderMenu } from '#web/features/orders/card/order-menu.tsx'
import { problemPath } from '#web/paths.ts'
import { type SellerRow, type SellerStep, sellerSteps, stepLabel } from './seller-steps.ts'
import { type DialogStep, StepDialog } from './step-dialog.tsx'
import { useQuickSteps } from './use-quick-steps.ts'

const icons: Record<SellerStep, typeof Package> = {
  undo: Undo2,
  problem: TriangleAlert,
  explain: MessageSquareText,
  deal: PackageCheck,
  code: KeyRound,
  return: BookCheck,
  tracking: Package,
  payment: IndianRupee,
  extend: CalendarPlus,
}

export function SellerMenu({ row }: { row: SellerRow }) {
  const { order } = row
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DialogStep>()
  const quick = useQuickSteps(row)
  const run = (step: SellerStep) => {
    if (step === 'undo' || step === 'deal') void quick[step]()
    else if (step === 'problem') void navigate(problemPath('seller', order._id))
    else setDialog(step)
  }
  const steps = sellerSteps(row, { isUndoOver: true })
  return (
    <>
      <OrderMenu
        order={order}
        small
        items={steps.map((step) => {
          const Icon = icons[step]
          return {
            label: stepLabel(step, row),
            icon: <Icon size={18} />,
            onSelect: () => run(step),
          }
        })}
      />
      {dialog && <StepDialog row={row} step={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}
