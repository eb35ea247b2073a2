import { TriangleAlert } from 'lucide-react'
import type { Side } from '#contract/common/endpoint.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { problemPath } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { hasOpenProblem } from './labels.ts'

const linkText = (order: Order): string => {
  if (hasOpenProblem(order)) return 'Problem'
  if (order.can.includes('report-problem'))
    return order.status === 'Shipped' ? 'It hasn’t arrived' : 'Something is wrong'
  return 'Problem solved'
}

type Props = { order: Order; side: Side; small?: boolean }

export function ProblemLink({ order, side, small = false }: Props) {
  if (!order.problem && !order.can.includes('report-problem')) return null
  const isOpen = hasOpenProblem(order)
  const text = linkText(order)
  return (
    <LinkButton
      to={problemPath(side, order._id)}
      aria-label={`${text}, order ${shortOrderId(order._id)}`}
      data-rest={!isOpen || undefined}
      variant={isOpen ? 'danger' : 'plain'}
      size={small ? 'sm' : 'md'}
      className={small ? 'w-32 whitespace-nowrap px-1' : ''}
      icon={(isOpen || !small) && <TriangleAlert size={small ? 16 : 20} className="shrink-0" />}
    >
      {text}
    </LinkButton>
  )
}
