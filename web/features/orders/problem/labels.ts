import type { Outcome, ProblemReason, Proposal } from '#contract/orders/problem-form.ts'
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
