import { IndianRupee } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { Button } from '#web/ui/button.tsx'

// With its QR code, which most people never open.
const PaymentsDialog = lazy(() =>
  import('./payments-dialog.tsx').then((module) => ({ default: module.PaymentsDialog })),
)

/** Opens what is to be paid for an agreed order. */
export function PaymentsButton({ order, side }: { order: Order; side: Side }) {
  const [isOpen, setOpen] = useState(false)
  if (!order.agreed) return null
  return (
    <>
      <Button
        variant="plain"
        size={side === 'seller' ? 'sm' : 'md'}
        className={side === 'seller' ? 'w-32 px-1' : ''}
        icon={<IndianRupee size={18} aria-hidden />}
        aria-label={`Payment of order ${shortOrderId(order._id)}`}
        onClick={() => setOpen(true)}
      >
        Payment
      </Button>
      {isOpen && (
        <Suspense>
          <PaymentsDialog order={order} side={side} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
