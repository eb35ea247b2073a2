// All that is kept about a person, for them to take along, read page by page while it is sent.
import type { exportAccount } from '#contract/accounts.ts'
import type { Message } from '#contract/chats.ts'
import { indianDate } from '#contract/dates.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { findSession } from '#server/accounts/auth/store.ts'
import { viewProfile, viewSessions } from '#server/accounts/profile/views.ts'
import { toBook } from '#server/books/views.ts'
import { listMessages } from '#server/chats/messages.ts'
import { participantOf } from '#server/chats/rules.ts'
import { chatView, listChatsByAge } from '#server/chats/views.ts'
import { listNotificationRows } from '#server/notifications/views.ts'
import { listOrders } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { StreamedJson } from '#server/platform/http/json-stream.ts'
import type { PageRequest } from '#server/platform/http/paging.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { listBooksOf, listRatingsOf } from './store.ts'

/** So many rows are read at once. */
const pageSize = 100

type Read<Row> = (page: PageRequest) => Promise<{ rows: Row[]; next: string | undefined }>

/**
 * The export as of a moment. Each page is a short read of its own, so that nobody waits for the whole; what was made
 * after `begun` is left out, and a chat has all messages that it counted when it was read. Each page asks whether the
 * session still lives: throws session_ended where it was logged out meanwhile.
 */
export async function exportAccountData(
  db: Db,
  viewer: Viewer,
  begun: Date,
): Promise<StreamedJson<ResponseOf<typeof exportAccount>>> {
  const me = participantOf(viewer)
  const looker = { role: viewer.role, today: indianDate(begun) }

  async function* rowsOf<Row>(read: Read<Row>): AsyncGenerator<Row> {
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
      const page = await read({ limit: pageSize, cursor })
      yield* page.rows
      cursor = page.next
    }
  }
  async function* until<Row extends { createdAt: string }>(
    rows: AsyncIterable<Row>,
  ): AsyncGenerator<Row> {
    for await (const row of rows) if (row.createdAt <= begun.toISOString()) yield row
  }
  async function* books() {
    if (me.side === 'buyer') return
    for await (const row of rowsOf((page) => listBooksOf(db, me.personId, page)))
      yield { ...toBook(row), deletedAt: row.deleted_at?.toISOString() }
  }
  async function* messagesOf(chatId: string, count: number): AsyncGenerator<Message> {
    for (let last = 0; last < count; ) {
      if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
      const { messages } = await listMessages(db, chatId, { after: last })
      yield* messages.filter(({ number }) => number <= count)
      last = messages.at(-1)?.number ?? count
    }
  }
  async function* chats() {
    for await (const row of rowsOf((page) => listChatsByAge(db, me, page)))
      if (row.created_at <= begun)
        yield { ...chatView(row, me.side), messages: messagesOf(row.id, row.messages) }
  }
  async function* ratings() {
    for await (const row of rowsOf((page) => listRatingsOf(db, me, page)))
      yield {
        orderId: row.order_id,
        title: row.book_title,
        book: row.book_stars,
        seller: row.seller_stars,
        review: row.review ?? undefined,
        createdAt: row.created_at.toISOString(),
        removedAt: row.removed_at?.toISOString(),
      }
  }
  return {
    exportedAt: begun.toISOString(),
    profile: await viewProfile(db, viewer),
    sessions: await viewSessions(db, viewer, begun),
    books: until(books()),
    orders: until(rowsOf((page) => listOrders(db, me, page, looker))),
    notices: until(rowsOf((page) => listNotificationRows(db, me.personId, page))),
    chats: chats(),
    ratings: until(ratings()),
  }
}
