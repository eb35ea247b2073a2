import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { problemPath } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { hasOpenProblem } from './labels.ts'

const linkText = (order: Order): string => {
  if (hasOpenProblem(order)) return 'Problem'
  if (order.can.includes('report-problem'))
    return order.status === 'Shipped' ? 'It hasn’t arrived' : 'Something is wrong'
  return 'Problem solved'
}

export function ProblemLink({
  order,
  side,
  small = false,
}: {
  order: Order
  side: Side
  small?: boolean
}) {
  if (!order.problem && !order.can.includes('report-problem')) return null
  const isOpen = hasOpenProblem(order)
  const text = linkText(order)
  return (
    <Link
      to={problemPath(side, order._id)}
      aria-label={`${text}, order ${shortOrderId(order._id)}`}
      data-rest={!isOpen || undefined}
      className={buttonClass(
        { variant: isOpen ? 'danger' : 'plain', ...(small && { size: 'sm' }) },
        small ? 'w-32 px-1 whitespace-nowrap' : '',
      )}
    >
      {(isOpen || !small) && (
        <TriangleAlert size={small ? 16 : 20} aria-hidden className="shrink-0" />
      )}
      {text}
    </Link>
  )
}
