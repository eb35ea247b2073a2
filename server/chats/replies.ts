// Replies that a seller saves, and inserts into messages in the browser.
import { AppError } from '#contract/common/error-catalog.ts'
import { maxSavedReplies } from '#contract/common/limits.ts'
import {
  changeReply,
  deleteReply,
  listSavedReplies,
  type SavedReply,
  saveReply,
} from '#contract/saved-replies.ts'
import { assertActive, lockAccount } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mount } from '#server/platform/http/route.ts'

export async function findReplies(db: Db, accountId: string): Promise<SavedReply[]> {
  const rows = await db
    .selectFrom('saved_replies')
    .select(['id', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, body }) => ({ _id: id, text: body }))
}

async function findReply(db: Db, accountId: string, id: string): Promise<SavedReply> {
  const reply = (await findReplies(db, accountId)).find(({ _id }) => _id === id)
  if (!reply) throw new AppError('reply_not_found')
  return reply
}

/** Throws too_many_replies. */
async function insertReply(db: Db, accountId: string, text: string, now: Date) {
  assertActive(await lockAccount(db, accountId))
  if ((await findReplies(db, accountId)).length >= maxSavedReplies)
    throw new AppError('too_many_replies')
  const id = newId(now.getTime())
  await db.insertInto('saved_replies').values({ id, account_id: accountId, body: text }).execute()
  return { id }
}

export async function deleteRepliesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('saved_replies').where('account_id', '=', accountId).execute()
}

export function replyRoutes(mount: Mount, { db, now }: AppContext): void {
  mount(listSavedReplies, async (_, { viewer }) => {
    const replies = await findReplies(db, viewer.accountId)
    return { replies, can: replies.length < maxSavedReplies ? ['save'] : [] }
  })

  mount(saveReply, {
    create: async ({ text }, { viewer, commit }) => {
      const { id } = await commit((db) => insertReply(db, viewer.accountId, text, now()))
      return id
    },
    read: (id, { viewer }) => findReply(db, viewer.accountId, id),
  })

  mount(changeReply, async ({ replyId, text }, { viewer, commit }) => {
    const changed = await commit((db) =>
      db
        .updateTable('saved_replies')
        .set({ body: text })
        .where('id', '=', replyId)
        .where('account_id', '=', viewer.accountId)
        .returning('id')
        .executeTakeFirst(),
    )
    if (!changed) throw new AppError('reply_not_found')
    return { _id: replyId, text }
  })

  mount(deleteReply, async ({ replyId }, { viewer, commit }) => {
    const deleted = await commit((db) =>
      db
        .deleteFrom('saved_replies')
        .where('id', '=', replyId)
        .where('account_id', '=', viewer.accountId)
        .returning('id')
        .executeTakeFirst(),
    )
    if (!deleted) throw new AppError('reply_not_found')
    return { message: 'The reply was deleted.' }
  })
}
