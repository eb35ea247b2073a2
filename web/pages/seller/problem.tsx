import { useOrderNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { ProblemPage } from '#web/features/orders/problem/problem-page.tsx'
import type { Route } from './+types/problem'

export const meta = () => [
  { title: 'Problem with an order · Dobara' },
  { name: 'robots', content: 'noindex' },
]

export default function SellerProblem({ params }: Route.ComponentProps) {
  useOrderNoticesRead(params.orderId)
  return <ProblemPage orderId={params.orderId} side="seller" />
}
