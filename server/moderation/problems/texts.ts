// Lines about problems, in chats and notifications. Refunds are in paise.
import { formatRupees } from '#contract/common/schemas.ts'
import {
  type Outcome,
  type ProblemReason,
  problemOutcomeLabels,
  problemReasonLabels,
  proposalLabels,
} from '#contract/orders/problem-form.ts'
import { orderLabel } from '#server/orders/texts.ts'
import type { ProposalTerms } from './store.ts'

type NamedOrder = Parameters<typeof orderLabel>[0]

export const reportedText = (order: NamedOrder, reason: ProblemReason): string =>
  `The buyer reported a problem with ${orderLabel(order)}: ${problemReasonLabels[reason].toLowerCase()}.`

/** `refund` is what the buyer accepted. */
export const solvedText = (order: NamedOrder, outcome: Outcome, refund: number | null): string =>
  outcome === 'withdrawn'
    ? `The buyer withdrew the problem with ${orderLabel(order)}.`
    : `The problem with ${orderLabel(order)} is solved: ${problemOutcomeLabels[outcome].toLowerCase()}${refund === null ? '' : `, ${formatRupees(refund)}`}.`

export const settledText = (order: NamedOrder, outcome: Outcome, reason: string): string =>
  outcome === 'dismissed'
    ? `An admin dismissed the problem with ${orderLabel(order)}. Reason: ${reason}`
    : `An admin settled the problem with ${orderLabel(order)}: ${problemOutcomeLabels[outcome].toLowerCase()}. Reason: ${reason}`

export const newProblemMessageText = (order: NamedOrder): string =>
  `New message about the problem with ${orderLabel(order)}.`

export const proposalText = (order: NamedOrder, { proposal, refund }: ProposalTerms): string =>
  `The seller proposes a ${proposalLabels[proposal].toLowerCase()}${refund === null ? '' : ` of ${formatRupees(refund)}`} for ${orderLabel(order)}.`
