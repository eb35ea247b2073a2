// Problems with orders. The order's chat must be locked for every change.
import { sql } from 'kysely'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Outcome, ProblemReason, Proposal } from '#contract/orders/problem-form.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { blockedSince, personOf } from '#server/moderation/are-blocked.ts'
import { releasePhotos } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { countUse, type Quota } from '#server/platform/limits/quotas.ts'

const problemMessageQuota = {
  max: 10,
  seconds: 60,
  code: 'too_many_messages',
} satisfies Quota

const maxReports = 5

export async function insertProblem(
  db: Db,
  { orderId, reason, now }: { orderId: string; reason: ProblemReason; now: Date },
): Promise<string> {
  const id = newId(now.getTime())
  await db
    .insertInto('problems')
    .values({ id, order_id: orderId, reason, created_at: now })
    .execute()
  return id
}

/**
 * Throws too_many_problems if the buyer has reported this order too often; after a block, once is
 * enough. The order must be locked.
 */
export async function rejectManyReports(
  db: Db,
  { id, buyer_id, seller_id }: { id: string; buyer_id: string; seller_id: string },
  isLimited: boolean,
): Promise<void> {
  const { since } = await db
    .selectNoFrom(blockedSince(personOf(buyer_id), personOf(seller_id)).as('since'))
    .executeTakeFirstOrThrow()
  const reports = await db
    .selectFrom('problems')
    .select('created_at')
    .where('order_id', '=', id)
    .execute()
  const isPastBlock = since !== null && reports.some(({ created_at }) => created_at >= since)
  if (isPastBlock || (isLimited && reports.length >= maxReports))
    throw new AppError('too_many_problems')
}

/** Finds the open problem of a locked order. Throws problem_solved. */
export async function findOpenProblem(db: Db, orderId: string) {
  const problem = await db
    .selectFrom('problems')
    .select(['id', 'proposal', 'refund'])
    .where('order_id', '=', orderId)
    .where('solved_at', 'is', null)
    .executeTakeFirst()
  if (!problem) throw new AppError('problem_solved')
  return problem
}

/** `refund` is in paise. */
export type ProposalTerms = { proposal: Proposal; refund: number | null }

type NewMessage = {
  problemId: string
  side: Side
  content: { text: string; photos: readonly string[] } | ProposalTerms
  now: Date
}

export async function insertProblemMessage(
  db: Db,
  { problemId, side, content, now }: NewMessage,
): Promise<string> {
  const { last } = await db
    .selectFrom('problem_messages')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .where('problem_id', '=', problemId)
    .executeTakeFirstOrThrow()
  const id = newId(now.getTime())
  await db
    .insertInto('problem_messages')
    .values({
      id,
      problem_id: problemId,
      number: last + 1,
      sender_model: senderModelOf[side],
      body: 'text' in content ? content.text : null,
      ...('proposal' in content && content),
      created_at: now,
    })
    .execute()
  if ('text' in content && content.photos.length > 0)
    await db
      .insertInto('problem_photos')
      .values(content.photos.map((hash, position) => ({ message_id: id, position, hash })))
      .execute()
  return id
}

/** Throws too_many_messages. */
export const countProblemMessage = (db: Db, id: string, side: Side, now: Date): Promise<void> =>
  countUse(db, { key: `problem ${side} ${id}`, quota: problemMessageQuota }, now)

export async function saveProposal(
  db: Db,
  problemId: string,
  { proposal, refund }: ProposalTerms,
): Promise<void> {
  await db.updateTable('problems').set({ proposal, refund }).where('id', '=', problemId).execute()
}

type Solution = { outcome: Outcome; now: Date } & (
  | { by: 'Buyer'; reason?: undefined }
  | { by: 'Admin'; reason: string }
)

export async function saveSolution(
  db: Db,
  problemId: string,
  { outcome, by, reason, now }: Solution,
): Promise<void> {
  await db
    .updateTable('problems')
    .set({ outcome, solved_by: by, solved_reason: reason ?? null, solved_at: now })
    .where('id', '=', problemId)
    .execute()
}

/**
 * Erases the photos that an account sent, but not its texts. The account's chats must be locked.
 */
export async function eraseProblemPhotos(
  db: Db,
  { accountId, side }: Participant,
  now: Date,
): Promise<void> {
  const messages = db
    .selectFrom('problem_messages')
    .innerJoin('problems', 'problems.id', 'problem_id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('problem_messages.id')
    .where(`orders.${side}_id`, '=', accountId)
    .where('sender_model', '=', senderModelOf[side])
  const erased = await db
    .deleteFrom('problem_photos')
    .where('message_id', 'in', messages)
    .returning('hash')
    .execute()
  await releasePhotos(
    db,
    erased.map(({ hash }) => hash),
    now,
  )
}
