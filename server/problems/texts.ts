import { formatRupees } from '#contract/common/schemas.ts'
import type { Outcome, ProblemReason, Proposal } from '#contract/orders/problem-form.ts'
import { orderLabel } from '#server/orders/texts.ts'

type NamedOrder = Parameters<typeof orderLabel>[0]

const reasonTexts: Record<ProblemReason, string> = {
  'not-received': 'it hasn’t arrived',
  'wrong-book': 'wrong book or edition',
  'worse-condition': 'worse condition than described',
  damaged: 'pages missing or damaged',
  counterfeit: 'a counterfeit copy',
  other: 'something else',
}
const outcomeTexts: Record<Outcome, string> = {
  refund: 'refund promised',
  returned: 'book returned',
  replaced: 'book replaced',
  withdrawn: 'withdrawn',
  dismissed: 'dismissed',
}
const proposalTexts: Record<Proposal, string> = {
  refund: 'a refund',
  returned: 'a return of the book',
  replaced: 'a replacement',
}

export const reportedText = (order: NamedOrder, reason: ProblemReason): string =>
  `The buyer reported a problem with ${orderLabel(order)}: ${reasonTexts[reason]}.`
/** `refund` in paise: what the buyer accepted. */
export const solvedText = (order: NamedOrder, outcome: Outcome, refund: number | null): string =>
  outcome === 'withdrawn'
    ? `The buyer withdrew the problem with ${orderLabel(order)}.`
    : `The problem with ${orderLabel(order)} is solved: ${outcomeTexts[outcome]}${refund === null ? '' : `, ${formatRupees(refund)}`}.`
export const settledText = (order: NamedOrder, outcome: Outcome, reason: string): string =>
  `An admin settled the problem with ${orderLabel(order)}: ${outcomeTexts[outcome]}. Reason: ${reason}`

export const newProblemMessageText = (order: NamedOrder): string =>
  `New message about the problem with ${orderLabel(order)}.`
export const proposalText = (
  order: NamedOrder,
  { proposal, refund }: { proposal: Proposal; refund: number | null },
): string =>
  `The seller proposes ${proposalTexts[proposal]}${refund === null ? '' : ` of ${formatRupees(refund)}`} for ${orderLabel(order)}.`
