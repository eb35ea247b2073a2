import type { Message } from '#contract/chats.ts'
import { type Side, sides } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Outcome, ProblemReason } from '#contract/orders/problem-form.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { OrderUpdate } from '#server/orders/order-updates.ts'
import {
  insertOrderEvent,
  type LockedOrder,
  lockOrder,
  type OrderActor,
} from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { rejectRefund, rejectReport } from './rules.ts'
import {
  enforceMessageQuota,
  findOpenProblem,
  insertProblem,
  insertProblemMessage,
  type ProposalTerms,
  rejectManyReports,
  saveProposal,
  saveSolution,
} from './store.ts'
import {
  newProblemMessageText,
  proposalText,
  reportedText,
  settledText,
  solvedText,
} from './texts.ts'

/** Whom to notify after the commit; a message only where the chat has a line. */
export type ProblemUpdate = Omit<OrderUpdate, 'message'> & { message?: Message }

const otherSide = { buyer: 'seller', seller: 'buyer' } as const

const updateOf = (
  order: LockedOrder,
  text: string,
  by: OrderActor['model'],
  message?: Message,
): ProblemUpdate => ({
  accountIds: [order.buyer_id, order.seller_id],
  event: {
    message: text,
    chatId: order.chat_id,
    orderId: order.id,
    status: order.status,
    by,
    problem: true,
  },
  ...(message && { message }),
})

/** Adds a line to the order's history and the chat, and a notification under the bell. */
async function addLines(
  db: Db,
  order: LockedOrder,
  line: { kind: 'problem' | 'solved'; text: string; by: OrderActor; reason?: string; now: Date },
  unreadFor: readonly Side[],
): Promise<ProblemUpdate> {
  const { kind, text, by, reason, now } = line
  await insertOrderEvent(db, {
    orderId: order.id,
    kind,
    status: order.status,
    by,
    reason,
    now,
  })
  const { chat_id: chatId, id: orderId } = order
  const message = await insertSystemMessage(db, { chatId, text, unreadFor, now })
  await insertNotifications(
    db,
    unreadFor.map((side) => order[`${side}_id`]),
    { kind: 'status', text, chatId, orderId, inChat: true, rings: true, now },
  )
  return updateOf(order, text, by.model, message)
}

async function notifyOther(
  db: Db,
  order: LockedOrder,
  side: Side,
  text: string,
  now: Date,
): Promise<ProblemUpdate> {
  const accountId = order[`${otherSide[side]}_id`]
  const { chat_id: chatId, id: orderId } = order
  await insertNotifications(db, [accountId], { kind: 'status', text, chatId, orderId, now })
  return { ...updateOf(order, text, senderModelOf[side]), accountIds: [accountId] }
}

export async function lockOwnOrder(db: Db, me: Participant, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(db, me, orderId)
  if (!order) throw new AppError('order_not_found')
  return order
}

/** Throws problem_open, order_closed, not_reportable, too_many_problems. */
export async function openProblem(
  db: Db,
  order: LockedOrder,
  report: { reason: ProblemReason; text: string; photos: readonly string[] },
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<{ id: string; update: ProblemUpdate }> {
  const { reason, ...content } = report
  rejectReport(order, reason, now)
  await rejectManyReports(db, order, isLimited)
  const problemId = await insertProblem(db, { orderId: order.id, reason, now })
  await insertProblemMessage(db, { problemId, side: 'buyer', content, now })
  const by = { model: senderModelOf.buyer, id: order.buyer_id }
  const text = reportedText(order, reason)
  const update = await addLines(db, order, { kind: 'problem', text, by, now }, ['seller'])
  return { id: order.id, update }
}

/** Throws problem_solved, chat_read_only, too_many_messages. */
export async function writeAboutProblem(
  db: Db,
  order: LockedOrder,
  side: Side,
  content: { text: string; photos: readonly string[] },
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<ProblemUpdate> {
  const { id: problemId } = await findOpenProblem(db, order.id)
  if (order.is_blocked) throw new AppError('chat_read_only')
  if (isLimited) await enforceMessageQuota(db, problemId, side, now)
  await insertProblemMessage(db, { problemId, side, content, now })
  return notifyOther(db, order, side, newProblemMessageText(order), now)
}

/**
 * Replaces the seller's last proposal; undefined if it is the same. After a block a seller proposes
 * once, because each proposal notifies the buyer. Throws problem_solved, chat_read_only,
 * too_many_messages, malformed.
 */
export async function propose(
  db: Db,
  order: LockedOrder,
  terms: ProposalTerms,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<ProblemUpdate | undefined> {
  const problem = await findOpenProblem(db, order.id)
  if (problem.proposal === terms.proposal && problem.refund === terms.refund) return undefined
  if (order.is_blocked && problem.proposal !== null) throw new AppError('chat_read_only')
  rejectRefund(order, terms.refund)
  if (isLimited) await enforceMessageQuota(db, problem.id, 'seller', now)
  await saveProposal(db, problem.id, terms)
  await insertProblemMessage(db, { problemId: problem.id, side: 'seller', content: terms, now })
  return notifyOther(db, order, 'seller', proposalText(order, terms), now)
}

type SeenProposal = { proposal: ProposalTerms['proposal'] | undefined; refund: number | null }

/** What obliges the seller to pay: the buyer only accepts it. */
const owedOutcomes: readonly Outcome[] = ['refund', 'returned']
const notProposed = 'The seller hasn’t proposed this. Only what they propose can be accepted.'

/**
 * The buyer says how it was solved; `seen` is what their screen said was proposed (refund in
 * paise). A refund or a return is what the seller proposes, for the amount that was read. Throws
 * problem_solved, proposal_changed, amount_changed.
 */
export async function solve(
  db: Db,
  order: LockedOrder,
  { outcome, seen }: { outcome: Outcome; seen: SeenProposal },
  now: Date,
): Promise<ProblemUpdate> {
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

/** An admin settles it for both. Throws problem_solved. */
export async function settle(
  db: Db,
  order: LockedOrder,
  { outcome, reason, adminId }: { outcome: Outcome; reason: string; adminId: string },
  now: Date,
): Promise<ProblemUpdate> {
  const { id } = await findOpenProblem(db, order.id)
  await saveSolution(db, id, { outcome, by: 'Admin', reason, now })
  const by = { model: 'Admin', id: adminId } as const
  const text = settledText(order, outcome, reason)
  return addLines(db, order, { kind: 'solved', text, by, reason, now }, sides)
}
