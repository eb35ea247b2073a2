import { useParams } from 'react-router'
import { useOrderNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { ProblemPage } from '#web/features/orders/problem/problem-page.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSide } from './use-side.ts'

export const meta = privateMeta('Problem with an order')

export default function Problem() {
  const { orderId = '' } = useParams()
  useOrderNoticesRead(orderId)
  return <ProblemPage orderId={orderId} side={useSide()} />
}
