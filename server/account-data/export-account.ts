import type { exportAccount } from '#contract/accounts/accounts.ts'
import type { Message } from '#contract/chats.ts'
import type { ResponseOf, Role } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { findApiTokens } from '#server/accounts/api-tokens/store.ts'
import { viewProfile, viewSessions } from '#server/accounts/profile/views.ts'
import { findHelpers } from '#server/accounts/shop-helpers/store.ts'
import { selectBooks, toBook } from '#server/books/views.ts'
import { listMessages } from '#server/chats/messages.ts'
import { findReplies } from '#server/chats/replies.ts'
import { participantOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { chatView, listChatsByAge } from '#server/chats/views.ts'
import { listMessages as listRingMessages } from '#server/exchanges/rings/chat.ts'
import { findOwnContact } from '#server/exchanges/store.ts'
import { listExchangesOf } from '#server/exchanges/views.ts'
import { findBlockedPeople } from '#server/moderation/blocks.ts'
import { listComplaintsBy } from '#server/moderation/complaints/store.ts'
import { viewProblems } from '#server/moderation/problems/views.ts'
import { findChoices } from '#server/notifications/settings.ts'
import { findNotifications } from '#server/notifications/store.ts'
import { listOffersOf } from '#server/offers/views.ts'
import { viewAddresses } from '#server/orders/hand-over/addresses.ts'
import { listMeetingsOf } from '#server/orders/meetings/views.ts'
import { listPaymentsOf } from '#server/orders/payments/store.ts'
import { listOrders } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findSavedBooks } from '#server/wishlist/hearts/hearts.ts'
import { findSearches } from '#server/wishlist/searches/searches.ts'
import { exportWants } from '#server/wishlist/wants/views.ts'

const maxPageSize = 1000

const exportPageSize = 100

type ReadPage<Row> = (request: PageRequest) => Promise<{ rows: Row[]; next?: string | undefined }>

async function readAll<Row>(readPage: ReadPage<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
    const page = await readPage({ limit: exportPageSize, cursor })
    rows.push(...page.rows)
    cursor = page.next
  }
  return rows
}

/** Exports an account's data, in many short queries. */
export async function exportAccountData(
  db: Db,
  viewer: Viewer,
  now: Date,
): Promise<ResponseOf<typeof exportAccount>> {
  const participant = participantOf(viewer)
  const { accountId, side } = participant
  const { role } = viewer
  const orders = await readAll((page) => listOrders(db, participant, page, { role, now }))
  return {
    exportedAt: now.toISOString(),
    profile: (await viewProfile(db, viewer)).value,
    sessions: await viewSessions(db, viewer, now),
    apiTokens: side === 'seller' ? await findApiTokens(db, accountId) : [],
    books: side === 'seller' ? await readBooks(db, accountId) : [],
    orders,
    problems: await readProblems(db, orders, role),
    offers: await readAll((page) => listOffersOf(db, participant, page, now)),
    exchanges: await readExchanges(db, accountId, now),
    meetings: await readAll((page) => listMeetingsOf(db, participant, page, now)),
    addresses: side === 'buyer' ? await viewAddresses(db, accountId) : [],
    payments: await readAll((page) => listPaymentsOf(db, participant, page)),
    notices: await readAll((page) => findNotifications(db, { accountId }, page)),
    notificationChoices: await findChoices(db, viewer),
    savedBooks:
      side === 'buyer' ? await readAll((page) => findSavedBooks(db, accountId, page, now)) : [],
    savedSearches: await readAll((page) => findSearches(db, accountId, page)),
    wants: await exportWants(db, accountId, now),
    chats: await readChats(db, participant, now),
    savedReplies: await findReplies(db, accountId),
    ratings: await readRatings(db, participant),
    complaints: await readAll((page) => listComplaintsBy(db, accountId, page)),
    helpers: await findHelpers(db, accountId, now),
    blockedPeople: await readAll((page) => findBlockedPeople(db, accountId, page)),
  }
}

async function readBooks(db: Db, sellerId: string) {
  const rows = await readAll((page) => listBooksOf(db, sellerId, page))
  return rows.map((row) => ({
    ...toBook(row),
    shelfCode: row.shelf_code ?? undefined,
    deletedAt: row.deleted_at?.toISOString(),
  }))
}

async function readProblems(db: Db, orders: readonly Order[], role: Role) {
  const problems = []
  for (const { _id, problem } of orders)
    if (problem) problems.push(...(await viewProblems(db, _id, role)))
  return problems
}

async function readExchanges(db: Db, accountId: string, now: Date) {
  const exchanges = []
  for (const exchange of await readAll((page) => listExchangesOf(db, accountId, page, now)))
    exchanges.push(
      exchange.kind === 'ring'
        ? {
            ...exchange,
            messages: await readRingChat(db, accountId, exchange._id),
            ...(await findOwnContact(db, accountId, exchange._id)),
          }
        : exchange,
    )
  return exchanges
}

/** Reads a ring's chat and reverses it, because its pages go back in time. */
async function readRingChat(db: Db, accountId: string, exchangeId: string) {
  const messages = await readAll((page) => listRingMessages(db, accountId, { ...page, exchangeId }))
  return messages.toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

async function readChats(db: Db, participant: Participant, now: Date) {
  const chats = []
  for (const row of await readAll((page) => listChatsByAge(db, participant, page, now)))
    chats.push({ ...chatView(row, participant), messages: await readMessages(db, row.id) })
  return chats
}

async function readMessages(db: Db, chatId: string): Promise<Message[]> {
  const messages: Message[] = []
  for (let hasMore = true; hasMore; ) {
    const page = await listMessages(db, chatId, { after: messages.at(-1)?.number ?? 0 })
    messages.push(...page.messages)
    hasMore = page.hasMore
  }
  return messages
}

async function readRatings(db: Db, participant: Participant) {
  const rows = await readAll((page) => listRatingsOf(db, participant, page))
  return rows.map((row) => ({
    orderId: row.order_id,
    title: row.book_title,
    book: row.book_stars,
    seller: row.seller_stars,
    review: row.review ?? undefined,
    createdAt: row.created_at.toISOString(),
    removedAt: row.removed_at?.toISOString(),
  }))
}

const listBooksOf = (db: Db, sellerId: string, request: PageRequest) =>
  readPage(
    selectBooks(db)
      .select(['books.deleted_at', 'books.shelf_code'])
      .where('books.seller_id', '=', sellerId),
    request,
    maxPageSize,
    newestFirst('books.id'),
  )

function listRatingsOf(db: Db, { accountId, side }: Participant, request: PageRequest) {
  const ratings = db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .selectAll('ratings')
    .select('book_title')
    .where(`ratings.${side}_id`, '=', accountId)
  return readPage(ratings, request, maxPageSize, newestFirst('order_id'))
}
