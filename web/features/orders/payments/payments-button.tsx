import { IndianRupee } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { paymentSubject, paymentText } from './labels.ts'

// Loaded when it is opened, because the QR code is large and rarely needed.
const PaymentsDialog = lazyPart(() =>
  import('./payments-dialog.tsx').then((module) => module.PaymentsDialog),
)

export function PaymentsButton({ order, side }: { order: Order; side: Side }) {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const { agreed, payment } = order
  if (!agreed && !payment) return null
  const about = paymentSubject(order)
  const state = payment && paymentText(payment, side)
  return (
    <>
      <Button
        variant="plain"
        data-rest
        className="py-2"
        icon={<IndianRupee size={18} className="shrink-0" aria-hidden />}
        pending={isOpening}
        onClick={() => startOpening(() => setOpen(true))}
      >
        <span>
          Payment<span className="sr-only"> {about}</span>
          {state && `: ${state}`}
        </span>
      </Button>
      {isOpen && (
        <PaymentsDialog
          order={order}
          side={side}
          title={`Payment ${about}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
