import type { Order } from '#contract/orders/orders.ts'
import {
  type Proposal,
  problemOutcomeLabels,
  proposalLabels,
} from '#contract/orders/problem-form.ts'
import type { Problem } from '#contract/orders/problems.ts'
import { formatRupees, labelOf } from '#web/format.ts'

/** 'Refund of ₹200' */
export const proposalText = (proposal: Proposal, refund: number | undefined): string =>
  labelOf(proposalLabels, proposal) + (refund === undefined ? '' : ` of ${formatRupees(refund)}`)

/**
 * Shown in an open form that can't be sent any more, because the problem was solved or has changed.
 */
export const solvedText = ({ solved }: Pick<Problem, 'solved'>): string =>
  solved
    ? `The problem is solved: ${labelOf(problemOutcomeLabels, solved.outcome).toLowerCase()}${solved.by === 'Admin' && solved.outcome !== 'dismissed' ? ', settled by an admin' : ''}.`
    : 'The problem has changed.'

export const hasOpenProblem = ({ problem }: Pick<Order, 'problem'>): boolean =>
  problem !== undefined && !problem.outcome
