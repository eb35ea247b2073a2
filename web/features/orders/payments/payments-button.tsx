import { IndianRupee } from 'lucide-react'
import { Suspense } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { paymentSubject, paymentText } from './labels.ts'

// The dialog is loaded when it is opened, because the code for QR codes is large and rarely needed.
const PaymentsDialog = lazyPart(() =>
  import('./payments-dialog.tsx').then((module) => module.PaymentsDialog),
)

type Props = { order: Order; side: Side }

/** Shows a text such as 'Payment: ₹240 to pay'. For screen readers, adds which order it is. */
export function PaymentLabel({ order, side }: Props) {
  const state = order.payment && paymentText(order.payment, side)
  return (
    <span>
      Payment<span className="sr-only"> {paymentSubject(order)}</span>
      {state && `: ${state}`}
    </span>
  )
}

export const OrderPayments = (props: Props & { onClose: () => void }) => (
  <Suspense>
    <PaymentsDialog {...props} title={`Payment ${paymentSubject(props.order)}`} />
  </Suspense>
)

export const PaymentsButton = (props: Props) => (
  <DialogButton
    label={<PaymentLabel {...props} />}
    variant="plain"
    data-rest
    className="py-2"
    icon={<IndianRupee size={18} className="shrink-0" />}
    can={props.order.agreed === true || props.order.payment !== undefined}
  >
    {(close) => <OrderPayments {...props} onClose={close} />}
  </DialogButton>
)
