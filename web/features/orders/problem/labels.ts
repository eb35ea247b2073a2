import type { Order } from '#contract/orders/orders.ts'
import { type Proposal, proposalLabels } from '#contract/orders/problem-form.ts'
import { formatRupees, labelOf } from '#web/format.ts'

/** Returns a text such as 'Refund of ₹200'. */
export const proposalText = (proposal: Proposal, refund: number | undefined): string =>
  labelOf(proposalLabels, proposal) + (refund === undefined ? '' : ` of ${formatRupees(refund)}`)

export const hasOpenProblem = ({ problem }: Pick<Order, 'problem'>): boolean =>
  problem !== undefined && !problem.outcome
