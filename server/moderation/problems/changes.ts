import { otherSide, type Side, sides } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import {
  type Outcome,
  type ProblemReason,
  problemOutcomeLabels,
  problemReasonLabels,
  proposalLabels,
} from '#contract/orders/problem-form.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { announce, type OrderUpdate, updateOf } from '#server/orders/announce.ts'
import { insertOrderEvent, type LockedOrder, type OrderActor } from '#server/orders/store.ts'
import { orderLabel } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { rejectRefund, rejectReport } from './rules.ts'
import {
  countProblemMessage,
  findOpenProblem,
  insertProblem,
  insertProblemMessage,
  type ProposalTerms,
  rejectManyReports,
  saveProposal,
  saveSolution,
} from './store.ts'

const ofProblem = (update: OrderUpdate): OrderUpdate => ({
  ...update,
  event: { ...update.event, problem: true },
})

async function addLines(
  db: Db,
  order: LockedOrder,
  line: { kind: 'problem' | 'solved'; text: string; by: OrderActor; reason?: string; now: Date },
  unreadFor: readonly Side[],
): Promise<OrderUpdate> {
  const { kind, text, by, reason, now } = line
  const { id: orderId, status } = order
  await insertOrderEvent(db, { orderId, kind, status, by, reason, now })
  return ofProblem(
    await announce(db, order, { text, status, needsAction: true }, by, now, unreadFor),
  )
}

async function notifyOther(
  db: Db,
  order: LockedOrder,
  side: Side,
  text: string,
  now: Date,
): Promise<OrderUpdate> {
  const other = otherSide(side)
  const accountId = order[`${other}_id`]
  const { chat_id: chatId, id: orderId, status } = order
  await insertNotifications(db, [accountId], { kind: 'status', text, chatId, orderId, now })
  const update = updateOf(order, { text, status }, [other])
  return ofProblem({ ...update, accountIds: [accountId] })
}

/**
 * Reports a problem with a locked order. Throws like `rejectReport`, and too_many_problems,
 * too_many_messages.
 */
export async function openProblem(
  db: Db,
  order: LockedOrder,
  report: { reason: ProblemReason; text: string; photos: readonly string[] },
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<OrderUpdate> {
  const { reason, ...content } = report
  rejectReport(order, reason, now)
  await rejectManyReports(db, order, isLimited)
  const problemId = await insertProblem(db, { orderId: order.id, reason, now })
  if (isLimited) await countProblemMessage(db, problemId, 'buyer', now)
  await insertProblemMessage(db, { problemId, side: 'buyer', content, now })
  const by = { model: senderModelOf.buyer, id: order.buyer_id }
  const text = reportedText(order, reason)
  return addLines(db, order, { kind: 'problem', text, by, now }, ['seller'])
}

/**
 * Adds a message to the open problem of a locked order. Throws problem_solved, chat_read_only,
 * too_many_messages.
 */
export async function writeAboutProblem(
  db: Db,
  order: LockedOrder,
  side: Side,
  content: { text: string; photos: readonly string[] },
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<OrderUpdate> {
  const { id: problemId } = await findOpenProblem(db, order.id)
  if (order.is_blocked) throw new AppError('chat_read_only')
  if (isLimited) await countProblemMessage(db, problemId, side, now)
  await insertProblemMessage(db, { problemId, side, content, now })
  return notifyOther(db, order, side, newProblemMessageText(order), now)
}

/**
 * Saves the seller's proposal, which replaces an earlier one. Returns undefined for the same
 * proposal. After a block, a seller can propose only once, because each proposal notifies the
 * buyer. Throws problem_solved, chat_read_only, too_many_messages, malformed.
 */
export async function propose(
  db: Db,
  order: LockedOrder,
  terms: ProposalTerms,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<OrderUpdate | undefined> {
  const problem = await findOpenProblem(db, order.id)
  if (problem.proposal === terms.proposal && problem.refund === terms.refund) return undefined
  if (order.is_blocked && problem.proposal !== null) throw new AppError('chat_read_only')
  rejectRefund(order, terms.refund)
  if (isLimited) await countProblemMessage(db, problem.id, 'seller', now)
  await saveProposal(db, problem.id, terms)
  await insertProblemMessage(db, { problemId: problem.id, side: 'seller', content: terms, now })
  return notifyOther(db, order, 'seller', proposalText(order, terms), now)
}

type SeenProposal = { proposal: ProposalTerms['proposal'] | undefined; refund: number | null }

/**
 * Outcomes for which the seller must pay. The buyer can choose one only if the seller has proposed
 * it.
 */
const owedOutcomes: readonly Outcome[] = ['refund', 'returned']
const notProposed = 'The seller hasn’t proposed this. Only what they propose can be accepted.'

/**
 * Records how the buyer says the problem was solved. `seen` is the proposal on the buyer's screen,
 * with the refund in paise: the buyer can't accept a refund or return that differs from the current
 * proposal. Throws problem_solved, proposal_changed, amount_changed.
 */
export async function solve(
  db: Db,
  order: LockedOrder,
  { outcome, seen }: { outcome: Outcome; seen: SeenProposal },
  now: Date,
): Promise<OrderUpdate> {
  const { id, proposal, refund } = await findOpenProblem(db, order.id)
  if (seen.proposal !== undefined && seen.proposal !== proposal)
    throw new AppError('proposal_changed')
  if (owedOutcomes.includes(outcome) && outcome !== proposal)
    throw new AppError('proposal_changed', { message: notProposed })
  const hasSeen = seen.proposal !== undefined || seen.refund !== null
  if ((hasSeen || outcome === 'refund') && seen.refund !== refund)
    throw new AppError('amount_changed')
  await saveSolution(db, id, { outcome, by: 'Buyer', now })
  const by = { model: senderModelOf.buyer, id: order.buyer_id }
  const text = solvedText(order, outcome, outcome === 'refund' ? refund : null)
  return addLines(db, order, { kind: 'solved', text, by, now }, ['seller'])
}

/** Records an admin's decision about the problem. Throws problem_solved. */
export async function settle(
  db: Db,
  order: LockedOrder,
  { outcome, reason, adminId }: { outcome: Outcome; reason: string; adminId: string },
  now: Date,
): Promise<OrderUpdate> {
  const { id } = await findOpenProblem(db, order.id)
  await saveSolution(db, id, { outcome, by: 'Admin', reason, now })
  const by = { model: 'Admin', id: adminId } as const
  const text = settledText(order, outcome, reason)
  return addLines(db, order, { kind: 'solved', text, by, reason, now }, sides)
}

type NamedOrder = Parameters<typeof orderLabel>[0]

const reportedText = (order: NamedOrder, reason: ProblemReason): string =>
  `The buyer reported a problem with ${orderLabel(order)}: ${problemReasonLabels[reason].toLowerCase()}.`

const solvedText = (order: NamedOrder, outcome: Outcome, refund: number | null): string =>
  outcome === 'withdrawn'
    ? `The buyer withdrew the problem with ${orderLabel(order)}.`
    : `The problem with ${orderLabel(order)} is solved: ${problemOutcomeLabels[outcome].toLowerCase()}${refund === null ? '' : `, ${formatRupees(refund)}`}.`

const settledText = (order: NamedOrder, outcome: Outcome, reason: string): string =>
  outcome === 'dismissed'
    ? `An admin dismissed the problem with ${orderLabel(order)}. Reason: ${reason}`
    : `An admin settled the problem with ${orderLabel(order)}: ${problemOutcomeLabels[outcome].toLowerCase()}. Reason: ${reason}`

const newProblemMessageText = (order: NamedOrder): string =>
  `New message about the problem with ${orderLabel(order)}.`

const proposalText = (order: NamedOrder, { proposal, refund }: ProposalTerms): string =>
  `The seller proposes a ${proposalLabels[proposal].toLowerCase()}${refund === null ? '' : ` of ${formatRupees(refund)}`} for ${orderLabel(order)}.`
