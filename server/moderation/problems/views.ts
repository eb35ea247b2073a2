import { sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { OrderProblems, Problem, ProblemMessage } from '#contract/orders/problems.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { blockedSince } from '#server/moderation/are-blocked.ts'
import { reportableReasons } from '#server/orders/rules.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { viewOrder } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { maxRefund, photoPath } from './rules.ts'

async function findMessages(db: Db, problemIds: string[]) {
  const messages = await db
    .selectFrom('problem_messages')
    .selectAll()
    .where('problem_id', 'in', problemIds)
    .orderBy('number')
    .execute()
  const photos = await db
    .selectFrom('problem_photos')
    .innerJoin('problem_messages', 'problem_messages.id', 'message_id')
    .select(['message_id', 'position'])
    .where('problem_id', 'in', problemIds)
    .orderBy('position')
    .execute()
  const photosOf = Map.groupBy(photos, (photo) => photo.message_id)
  const views = messages.map((row): [string, ProblemMessage] => [
    row.problem_id,
    {
      _id: row.id,
      by: row.sender_model,
      text: row.body ?? undefined,
      proposal: row.proposal ?? undefined,
      ...(row.refund !== null && { refund: toRupees(row.refund) }),
      photos: (photosOf.get(row.id) ?? []).map(({ position }) => photoPath(row.id, position)),
      at: row.created_at.toISOString(),
    },
  ])
  return Map.groupBy(views, ([problemId]) => problemId)
}

const actions: Record<Role, Problem['can']> = {
  buyer: ['write', 'solve'],
  seller: ['write', 'propose'],
  admin: ['settle'],
}

/** After a block, new texts are shown only to their writer and to admins. */
const isReadable = (message: ProblemMessage, role: Role, blockedSince: Date | null): boolean =>
  role === 'admin' ||
  blockedSince === null ||
  message.text === undefined ||
  senderModelOf[role] === message.by ||
  message.at < blockedSince.toISOString()

/**
 * Returns an order's problems, newest first. The caller must have checked that the viewer may see
 * them.
 */
export async function viewProblems(db: Db, orderId: string, role: Role): Promise<Problem[]> {
  const rows = await db
    .selectFrom('problems')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'orders.seller_id')
    .selectAll('problems')
    .select(['price', 'deposit', 'exchange_id'])
    .select(blockedSince(sql`buyer.person_id`, sql`seller.person_id`).as('blocked_since'))
    .where('order_id', '=', orderId)
    .orderBy('problems.id', 'desc')
    .execute()
  if (rows.length === 0) return []
  const messages = await findMessages(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { outcome, solved_by: by, solved_at: at } = row
    const isSolved = outcome !== null && by !== null && at !== null
    return {
      _id: row.id,
      orderId,
      reason: row.reason,
      openedAt: row.created_at.toISOString(),
      proposal: row.proposal ?? undefined,
      ...(row.refund !== null && { refund: toRupees(row.refund) }),
      maxRefund: toRupees(maxRefund(row)),
      solved: isSolved
        ? { outcome, by, at: at.toISOString(), reason: row.solved_reason ?? undefined }
        : undefined,
      messages: (messages.get(row.id) ?? [])
        .map(([, message]) => message)
        .filter((message) => isReadable(message, role, row.blocked_since)),
      can: isSolved
        ? []
        : actions[role].filter((action) => action !== 'write' || row.blocked_since === null),
    }
  })
}

/** Returns the caller's order with its problems. Throws order_not_found. */
export async function viewOrderProblems(
  db: Db,
  { accountId, side, helper }: Participant,
  orderId: string,
  now: Date,
): Promise<OrderProblems> {
  const order = await selectOrderDetails(db)
    .where('orders.id', '=', orderId)
    .where(`orders.${side}_id`, '=', accountId)
    .executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  const problems = await viewProblems(db, orderId, side)
  const isOthers = helper !== undefined && order.exchange_id !== null
  return {
    order: await viewOrder(db, orderId, { role: side, helper, now }),
    problems: isOthers ? problems.map((problem) => ({ ...problem, can: [] })) : problems,
    reasons: side === 'buyer' ? [...reportableReasons(order, now)] : [],
  }
}
