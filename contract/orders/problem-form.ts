import { z } from 'zod'
import { maxLength, maxOfferAmount } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  IsoDateTime,
  multiLine,
  numberInput,
  priceInput,
} from '#contract/common/schemas.ts'

export const problemReasons = [
  'not-received',
  'wrong-book',
  'worse-condition',
  'damaged',
  'counterfeit',
  'other',
] as const
export type ProblemReason = (typeof problemReasons)[number]
export const problemReasonLabels: Record<ProblemReason, string> = {
  'not-received': 'Not received',
  'wrong-book': 'Wrong book or edition',
  'worse-condition': 'Worse condition than described',
  damaged: 'Pages missing or damaged',
  counterfeit: 'Counterfeit copy',
  other: 'Something else',
}

export const proposals = ['refund', 'returned', 'replaced'] as const
export type Proposal = (typeof proposals)[number]
export const proposalLabels: Record<Proposal, string> = {
  refund: 'Refund',
  returned: 'Return of the book',
  replaced: 'Replacement',
}

export const buyerOutcomes = [...proposals, 'withdrawn'] as const
export const adminOutcomes = [...proposals, 'dismissed'] as const
export const outcomes = [...buyerOutcomes, 'dismissed'] as const
export type Outcome = (typeof outcomes)[number]
export const problemOutcomeLabels: Record<Outcome, string> = {
  refund: 'Refund promised',
  returned: 'Book returned',
  replaced: 'Book replaced',
  withdrawn: 'Withdrawn by the buyer',
  dismissed: 'Dismissed by an admin',
}

export const maxProblemPhotos = 4

export const ProblemReasonInput = z.enum(problemReasons, { error: 'Choose what is wrong.' })
export const ProposalInput = z.enum(proposals, { error: 'Choose what you propose.' })
/** Rupees that the seller pays back. Required for a refund. */
export const RefundInput = blankAsAbsent(
  numberInput(priceInput('The amount', 'Enter how much you pay back.', maxOfferAmount)),
)
const outcomeError = { error: 'Choose how it was solved.' }
export const BuyerOutcomeInput = z.enum(buyerOutcomes, outcomeError)
export const AdminOutcomeInput = z.enum(adminOutcomes, outcomeError)
export const ProblemText = multiLine('Text', maxLength.problem)
export const ReportText = multiLine('Text', maxLength.problem, 'Say what happened.')

type ProposalFields = { proposal: Proposal; refund?: number | undefined }
/** Adds an error to the field `refund` if a refund is proposed without an amount. */
export const requireRefund = (
  { proposal, refund }: ProposalFields,
  context: z.core.$RefinementCtx,
): void => {
  if (proposal === 'refund' && refund === undefined)
    context.addIssue({ code: 'custom', path: ['refund'], message: 'Enter how much you pay back.' })
}

export const ProblemSummary = z.object({
  reason: z.enum(problemReasons),
  openedAt: IsoDateTime,
  proposal: z.enum(proposals).optional(),
  outcome: z.enum(outcomes).optional(),
})
