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
import { OrderMenu } from '#web/features/orders/card/order-menu.tsx'
import { type SellerRow, type SellerStep, sellerSteps, stepLabel } from './seller-steps.ts'
import { useSellerStep } from './use-seller-step.tsx'

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
  const { take, dialog } = useSellerStep(row)
  const steps = sellerSteps(row, { isUndoOver: true })
  return (
    <>
      <OrderMenu
        order={row.order}
        small
        items={steps.map((step) => {
          const Icon = icons[step]
          return {
            label: stepLabel(step, row),
            icon: <Icon size={18} />,
            onSelect: () => take(step),
          }
        })}
      />
      {dialog}
    </>
  )
}
