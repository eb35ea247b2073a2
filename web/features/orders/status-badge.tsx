import { CheckCircle2, Clock, HelpCircle, Truck, XCircle } from 'lucide-react'
import { type OrderStatus, orderStatuses } from '#contract/orders/orders.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const badgeStyles: Record<OrderStatus, { tone: Tone; icon: typeof Clock }> = {
  Pending: { tone: 'warning', icon: Clock },
  Shipped: { tone: 'neutral', icon: Truck },
  Delivered: { tone: 'success', icon: CheckCircle2 },
  Cancelled: { tone: 'danger', icon: XCircle },
}

/** Shows an order's status with its icon, or 'Unknown' if only a newer server knows the status. */
export function StatusBadge({ status }: { status: string }) {
  const known = orderStatuses.find((value) => value === status)
  const { tone, icon: Icon } = known
    ? badgeStyles[known]
    : { tone: 'neutral' as const, icon: HelpCircle }
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {known ?? 'Unknown'}
    </Badge>
  )
}
