import { useOrderNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { ProblemPage } from '#web/features/orders/problem/problem-page.tsx'
import { Guard } from '#web/layout/guards.tsx'
import type { Route } from './+types/problem'

export const meta = () => [
  { title: 'Problem with an order · Dobara' },
  { name: 'robots', content: 'noindex' },
]

export default function BuyerProblem({ params }: Route.ComponentProps) {
  useOrderNoticesRead(params.orderId)
  return (
    <Guard side="buyer">
      <main id="main" className="px-4 py-8">
        <ProblemPage orderId={params.orderId} side="buyer" />
      </main>
    </Guard>
  )
}
