import { ArrowLeftRight } from 'lucide-react'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { exchangePath, orderPath } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'

type Props = { order: Order; side: Side; as?: 'button' | 'text' }

export function ExchangeLink({ order: { exchange }, side, as = 'button' }: Props) {
  if (!exchange) return null
  if (as === 'text')
    return (
      <TextLink to={exchangePath(side, exchange._id)} className="font-medium text-sm">
        Swap
      </TextLink>
    )
  return (
    <LinkButton to={exchangePath(side, exchange._id)} variant="plain" icon={<ArrowLeftRight />}>
      Open the swap
    </LinkButton>
  )
}

/** A link to orders that were made together. */
export const OrdersLink = ({ side, ids }: { side: Side; ids: readonly string[] }) => (
  <LinkButton
    to={orderPath(side, ids[0] ?? '', ids.length > 1 ? 'deal' : undefined)}
    variant="plain"
    size="sm"
  >
    {ids.length > 1 ? `Open the ${ids.length} orders` : 'Open the order'}
  </LinkButton>
)

export const ExchangeBadge = ({ order: { exchange } }: Pick<Props, 'order'>) =>
  exchange ? <Badge tone="warning">Swap</Badge> : null
