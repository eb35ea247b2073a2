import type { Order } from '#contract/orders/orders.ts'
import type { Outcome, ProblemReason, Proposal } from '#contract/orders/problem-form.ts'
import type { Problem } from '#contract/orders/problems.ts'
import { formatRupees, labelOf } from '#web/format.ts'

export const reasonLabels: Record<ProblemReason, string> = {
  'not-received': 'Not received',
  'wrong-book': 'Wrong book or edition',
  'worse-condition': 'Worse condition than described',
  damaged: 'Pages missing or damaged',
  counterfeit: 'Counterfeit copy',
  other: 'Something else',
}

export const proposalLabels: Record<Proposal, string> = {
  refund: 'Refund',
  returned: 'Return of the book',
  replaced: 'Replacement',
}

/** 'Refund of ₹200'. */
export const proposalText = (proposal: Proposal, refund: number | undefined): string =>
  labelOf(proposalLabels, proposal) + (refund === undefined ? '' : ` of ${formatRupees(refund)}`)

export const outcomeLabels: Record<Outcome, string> = {
  refund: 'Refund promised',
  returned: 'Book returned',
  replaced: 'Book replaced',
  withdrawn: 'Withdrawn by the buyer',
  dismissed: 'Dismissed by an admin',
}

/** Said in what was open when the other side, or an admin, ended the problem. */
export const solvedText = ({ solved }: Pick<Problem, 'solved'>): string =>
  solved
    ? `The problem is solved meanwhile: ${labelOf(outcomeLabels, solved.outcome).toLowerCase()}${solved.by === 'Admin' && solved.outcome !== 'dismissed' ? ', settled by an admin' : ''}.`
    : 'The problem has changed meanwhile.'

export const hasOpenProblem = ({ problem }: Pick<Order, 'problem'>): boolean =>
  problem !== undefined && !problem.outcome
