import type { Outcome as Solution } from '#contract/orders/problem-form.ts'
import {
  addProblemMessage,
  proposeSolution,
  reportProblem,
  solveProblem,
} from '#contract/orders/problems.ts'
import {
  addEvent,
  dayMs,
  isAgreed,
  isBlocked,
  isClosed,
  type ModelOrder,
  quietSince,
  type Side,
} from './testing-state.ts'
import { callerOf, done, type Expect, refuse, type Step, unchanged } from './testing-world.ts'

/**
 * Whether the buyer can report a problem: within a week of the delivery, or when the order is late.
 */
function isReportable(order: ModelOrder, isMissing: boolean, now: number): boolean {
  if (order.status === 'Delivered') return now - quietSince(order) < 7 * dayMs
  const isLate = order.shippedAt !== undefined && now - order.shippedAt >= 10 * dayMs
  return isMissing && order.status === 'Shipped' && isAgreed(order) && isLate
}

const report = (reason: 'damaged' | 'not-received'): Step => ({
  call: ({ buyer }, { id, buyer: b }) => {
    const input = { orderId: id, reason, text: 'Pages 20 to 40 are missing.', photos: [] }
    return buyer(b).call(reportProblem, input as never)
  },
  expect: (order, { now }) => {
    if (order.problem) return refuse('problem_open')
    if (isClosed(order, now)) return refuse('order_closed')
    if (!isReportable(order, reason === 'not-received', now)) return refuse('not_reportable')
    return done(() => {
      addEvent(order)
      order.problem = { proposal: undefined, isMissing: reason === 'not-received' }
    })
  },
})

const write = (side: Side): Step => ({
  label: 'problem',
  call: (world, { id, buyer }) => {
    const input = { orderId: id, text: 'Let us see.', photos: [] }
    return callerOf(world, side, buyer).call(addProblemMessage, input as never)
  },
  expect: ({ problem, buyer }, state) => {
    if (!problem) return refuse('problem_solved')
    return isBlocked(state, buyer) ? refuse('chat_read_only') : unchanged
  },
})

/** The amount of each proposed refund, in rupees. */
const proposedRefund = 1

const propose = (proposal: 'refund' | 'replaced'): Step => ({
  label: 'problem',
  call: ({ seller }, { id }) =>
    seller.call(proposeSolution, {
      orderId: id,
      proposal,
      ...(proposal === 'refund' && { refund: proposedRefund }),
    }),
  expect: ({ problem }) => {
    if (!problem) return refuse('problem_solved')
    return done(() => {
      problem.proposal = proposal
    })
  },
})

/**
 * The buyer or an admin says how the problem ended. If the problem was justified, the period of the
 * buyer's silence starts again.
 */
export const solve =
  (outcome: Solution): Expect =>
  (order, { now }) => {
    if (!order.problem) return refuse('problem_solved')
    const { proposal } = order.problem
    return done(() => {
      addEvent(order)
      if (outcome === 'refund' && proposal === 'refund') order.refund += proposedRefund * 100
      if (outcome === 'returned' && !order.isRent) order.refund += order.price
      order.problem = undefined
      order.outcomes.push(outcome)
      if (outcome !== 'withdrawn' && outcome !== 'dismissed') order.solvedAt = now
    })
  }

const solveByBuyer = (outcome: 'refund' | 'withdrawn'): Step => ({
  label: 'problem',
  call: ({ buyer }, { id, buyer: b }) =>
    buyer(b).call(solveProblem, {
      orderId: id,
      outcome,
      ...(outcome === 'refund' && { refund: proposedRefund }),
    }),
  expect: (order, state, result) =>
    outcome === 'refund' && order.problem && order.problem.proposal !== outcome
      ? refuse('proposal_changed')
      : solve(outcome)(order, state, result),
})

export const problemSteps: Record<string, Step> = {
  'buyer reports damage': report('damaged'),
  'buyer reports that nothing came': report('not-received'),
  'buyer writes about the problem': write('buyer'),
  'seller writes about the problem': write('seller'),
  'seller proposes a refund': propose('refund'),
  'seller proposes another copy': propose('replaced'),
  'buyer takes the refund': solveByBuyer('refund'),
  'buyer withdraws the problem': solveByBuyer('withdrawn'),
}
