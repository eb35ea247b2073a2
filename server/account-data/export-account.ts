import type { exportAccount } from '#contract/accounts/accounts.ts'
import type { Message } from '#contract/chats.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { viewProfile, viewSessions } from '#server/accounts/profile/views.ts'
import { selectBooks, toBook } from '#server/books/views.ts'
import { listMessages } from '#server/chats/messages.ts'
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
import type { StreamedJson } from '#server/platform/http/responses/json-stream.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findSavedBooks } from '#server/wishlist/hearts/hearts.ts'
import { findSearches } from '#server/wishlist/searches/searches.ts'
import { exportWants } from '#server/wishlist/wants/views.ts'

const maxPageSize = 1000

const exportPageSize = 100

type ReadPage<Row> = (request: PageRequest) => Promise<{ rows: Row[]; next?: string | undefined }>

type Reader = ReturnType<typeof createReader>

function createReader(db: Db, viewer: Viewer, startedAt: Date) {
  async function checkSession(): Promise<void> {
    if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
  }
  async function* readAll<Row>(readPage: ReadPage<Row>): AsyncGenerator<Row> {
    for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
      await checkSession()
      const page = await readPage({ limit: exportPageSize, cursor })
      yield* page.rows
      cursor = page.next
    }
  }
  async function* untilStart<Row extends { createdAt: string }>(
    rows: AsyncIterable<Row>,
  ): AsyncGenerator<Row> {
    for await (const row of rows) if (row.createdAt <= startedAt.toISOString()) yield row
  }
  const participant = participantOf(viewer)
  const readOrders = () =>
    readAll((page) => listOrders(db, participant, page, { role: viewer.role, now: startedAt }))
  return {
    db,
    role: viewer.role,
    participant,
    startedAt,
    checkSession,
    readAll,
    readOrders,
    untilStart,
  }
}

/**
 * Exports an account's data as of `startedAt`, without later additions. Reads each page with a
 * separate short query, which also checks the session. Throws session_ended.
 */
export async function exportAccountData(
  db: Db,
  viewer: Viewer,
  startedAt: Date,
): Promise<StreamedJson<ResponseOf<typeof exportAccount>>> {
  const reader = createReader(db, viewer, startedAt)
  const { participant, readAll, readOrders, untilStart } = reader
  const { accountId, side } = participant
  return {
    exportedAt: startedAt.toISOString(),
    profile: (await viewProfile(db, viewer)).value,
    sessions: await viewSessions(db, viewer, startedAt),
    books: untilStart(readBooks(reader)),
    orders: untilStart(readOrders()),
    problems: readProblems(reader),
    offers: untilStart(readAll((page) => listOffersOf(db, participant, page, startedAt))),
    exchanges: untilStart(readExchanges(reader)),
    meetings: untilStart(readAll((page) => listMeetingsOf(db, participant, page, startedAt))),
    addresses: side === 'buyer' ? await viewAddresses(db, accountId) : [],
    payments: readAll((page) => listPaymentsOf(db, participant, page)),
    notices: untilStart(readAll((page) => findNotifications(db, accountId, page))),
    notificationChoices: await findChoices(db, viewer),
    savedBooks: readSavedBooks(reader),
    savedSearches: readAll((page) => findSearches(db, accountId, page)),
    wants: await exportWants(db, accountId, startedAt),
    chats: readChats(reader),
    ratings: untilStart(readRatings(reader)),
    complaints: untilStart(readAll((page) => listComplaintsBy(db, accountId, page))),
    blockedPeople: readAll((page) => findBlockedPeople(db, accountId, page)),
  }
}

async function* readBooks({ db, participant, readAll }: Reader) {
  if (participant.side === 'buyer') return
  for await (const row of readAll((page) => listBooksOf(db, participant.accountId, page)))
    yield { ...toBook(row), deletedAt: row.deleted_at?.toISOString() }
}

async function* readProblems({ db, role, startedAt, readOrders }: Reader) {
  const isBefore = (time: string) => time <= startedAt.toISOString()
  for await (const order of readOrders())
    if (order.problem)
      for (const { can: _, ...problem } of await viewProblems(db, order._id, role))
        if (isBefore(problem.openedAt))
          yield { ...problem, messages: problem.messages.filter(({ at }) => isBefore(at)) }
}

async function* readExchanges(reader: Reader) {
  const { db, participant, startedAt, readAll } = reader
  const { accountId } = participant
  for await (const exchange of readAll((page) => listExchangesOf(db, accountId, page, startedAt)))
    yield exchange.kind === 'ring'
      ? {
          ...exchange,
          messages: await readRingChat(reader, exchange._id),
          ...(await findOwnContact(db, accountId, exchange._id)),
        }
      : exchange
}

/** Reads a ring's chat and reverses it, because its pages go back in time. */
async function readRingChat({ db, participant, readAll, untilStart }: Reader, exchangeId: string) {
  const messages = []
  const readPage = (page: PageRequest) =>
    listRingMessages(db, participant.accountId, { ...page, exchangeId })
  for await (const message of untilStart(readAll(readPage))) messages.push(message)
  return messages.toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

async function* readSavedBooks({ db, participant, startedAt, readAll }: Reader) {
  if (participant.side === 'seller') return
  const readPage = (page: PageRequest) => findSavedBooks(db, participant.accountId, page, startedAt)
  for await (const { _id, title, author, savedPrice, savedAt } of readAll(readPage))
    if (savedAt <= startedAt.toISOString()) yield { _id, title, author, savedPrice, savedAt }
}

async function* readChats(reader: Reader) {
  const { db, participant, startedAt, readAll } = reader
  for await (const row of readAll((page) => listChatsByAge(db, participant, page)))
    if (row.created_at <= startedAt)
      yield {
        ...chatView(row, participant.side),
        messages: readMessages(reader, row.id, row.message_count),
      }
}

async function* readMessages(
  { db, checkSession }: Reader,
  chatId: string,
  count: number,
): AsyncGenerator<Message> {
  for (let lastNumber = 0; lastNumber < count; ) {
    await checkSession()
    const { messages } = await listMessages(db, chatId, { after: lastNumber })
    yield* messages.filter(({ number }) => number <= count)
    lastNumber = messages.at(-1)?.number ?? count
  }
}

async function* readRatings({ db, participant, readAll }: Reader) {
  for await (const row of readAll((page) => listRatingsOf(db, participant, page)))
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

const listBooksOf = (db: Db, sellerId: string, request: PageRequest) =>
  readPage(
    selectBooks(db).select('books.deleted_at').where('books.seller_id', '=', sellerId),
    request,
    maxPageSize,
    newestFirst('books.id'),
  )

function listRatingsOf(db: Db, { accountId, side }: Participant, request: PageRequest) {
  const ratings = db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .select([
      'order_id',
      'book_title',
      'book_stars',
      'seller_stars',
      'review',
      'ratings.created_at',
      'removed_at',
    ])
    .where(`ratings.${side}_id`, '=', accountId)
  return readPage(ratings, request, maxPageSize, newestFirst('order_id'))
}
