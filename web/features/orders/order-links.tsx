import { ArrowLeftRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { exchangePath } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type Props = { order: Order; side: Side; as?: 'button' | 'text' }

export function ExchangeLink({ order: { exchange }, side, as = 'button' }: Props) {
  if (!exchange) return null
  if (as === 'text')
    return (
      <Link
        to={exchangePath(side, exchange._id)}
        className="font-medium text-primary text-sm underline underline-offset-4"
      >
        Swap
      </Link>
    )
  return (
    <Link to={exchangePath(side, exchange._id)} className={buttonClass({ variant: 'plain' })}>
      <ArrowLeftRight size={20} aria-hidden />
      Open the swap
    </Link>
  )
}

export const ExchangeBadge = ({ order: { exchange } }: Pick<Props, 'order'>) =>
  exchange ? <Badge tone="warning">Swap</Badge> : null
