// Says what an order's buyer does next, or for whom the buyer waits.
import type { Order } from '#contract/orders/orders.ts'
import { hasOpenProblem } from '#web/features/orders/problem/labels.ts'
import { formatDay } from '#web/time.tsx'

export type Step = Order['can'][number] | 'choose-time'

/** Returns the buyer's next step, or undefined if the buyer has none now. */
export function nextStepOf({
  can,
  status,
  handOver,
  meeting,
  overdue,
  problem,
}: Pick<Order, 'can' | 'status' | 'handOver' | 'meeting' | 'overdue' | 'problem'>):
  | Step
  | undefined {
  if (hasOpenProblem({ problem })) return undefined
  const isOpenMeeting = handOver === 'meet' && !meeting?.startsAt
  const proposed = meeting?.proposed
  const steps: (Step | false)[] = [
    'confirm',
    'return',
    proposed?.by === 'seller' && 'choose-time',
    isOpenMeeting && !proposed && 'propose-meeting',
    status !== 'Pending' && 'receive',
    overdue && 'hand-back',
    'rate',
    status !== 'Pending' && 'hand-back',
  ]
  return steps.find(
    (step): step is Step => step === 'choose-time' || (step !== false && can.includes(step)),
  )
}

export function waitingText(order: Order, books = 1): string | undefined {
  if (order.status === 'Pending' && order.agreed && order.handOver === 'post')
    return `The seller sends ${books > 1 ? 'them' : 'it'} next.`
  if (
    order.lateFrom !== undefined &&
    !order.can.includes('report-problem') &&
    !hasOpenProblem(order)
  )
    return `Not arrived by ${formatDay(order.lateFrom)}? Report it then.`
  return undefined
}
