// All that is kept about a person, for them to take along.
import type { AccountExport } from '#contract/accounts.ts'
import { indianDate } from '#contract/dates.ts'
import { toBook } from '#server/books/views.ts'
import { meOf } from '#server/chats/rules.ts'
import { chatView, listChatRows } from '#server/chats/views.ts'
import { listNoticeRows } from '#server/notices/views.ts'
import { listOrders } from '#server/orders/views.ts'
import type { Db } from '#server/platform/db.ts'
import type { PageAsk } from '#server/platform/paging.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findBooksOf, findMessagesOf, findRatingsOf } from './store.ts'
import { viewProfile, viewSessions } from './views.ts'

/** All rows of a list, page by page. */
async function gather<Row>(read: (page: PageAsk) => Promise<{ rows: Row[]; next: string | undefined }>): Promise<Row[]> {
  const all: Row[] = []
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await read({ cursor })
    all.push(...page.rows)
    cursor = page.next
  }
  return all
}

export async function exportOf(db: Db, viewer: Viewer, now: Date): Promise<AccountExport> {
  const me = meOf(viewer)
  const looker = { role: viewer.role, today: indianDate(now) }
  const books = me.side === 'seller' ? await findBooksOf(db, me.personId) : []
  const messages = await findMessagesOf(db, me)
  return {
    exportedAt: now.toISOString(),
    profile: await viewProfile(db, viewer),
    sessions: await viewSessions(db, viewer, now),
    books: books.map((row) => ({ ...toBook(row), deletedAt: row.deleted_at?.toISOString() })),
    orders: await gather((page) => listOrders(db, me, page, looker)),
    notices: await gather((page) => listNoticeRows(db, me.personId, page)),
    chats: (await gather((page) => listChatRows(db, me, page))).map((row) => ({
      ...chatView(row, me.side),
      messages: messages.get(row.id) ?? [],
    })),
    ratings: (await findRatingsOf(db, me)).map((row) => ({
      orderId: row.order_id,
      title: row.book_title,
      book: row.book_stars,
      seller: row.seller_stars,
      review: row.review ?? undefined,
      createdAt: row.created_at.toISOString(),
    })),
  }
}
