import { sql } from 'kysely'
import type { ChatSummary } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { backOn } from '#server/accounts/holiday.ts'
import { isOpenToExchange } from '#server/books/exchangeable.ts'
import { isNegotiatedIn } from '#server/books/negotiated.ts'
import { availabilityOf, hasSellerPage, reservationOf } from '#server/books/rules.ts'
import { images, isRented, reservedUntil } from '#server/books/views.ts'
import { hasBlocked } from '#server/moderation/are-blocked.ts'
import { hasOrderedBook } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  newestFirst,
  type PageRequest,
  readPage,
  sortPage,
  toPage,
} from '#server/platform/http/paging.ts'
import { availableTo, hasReservedFrom } from '#server/wishlist/queue/conditions.ts'
import { type ChatQuery, isBegun, selectOwnChats } from './filters.ts'
import { type MessageRow, messageView } from './messages.ts'
import { chatActions, orderRefusal } from './rules.ts'
import type { Participant } from './store.ts'
import { isUnanswered, taskOf } from './tasks.ts'

const maxListedChats = 1000

/** A chat's last message, which the query returns as JSON. */
type LastMessage = Omit<MessageRow, 'created_at'> & { created_at: string }

function selectChats(db: Db, { accountId, side, helper }: Participant, now: Date) {
  const hasReserved = hasReservedFrom(sql`chats.seller_id`, sql`chats.buyer_id`)
  return db
    .selectFrom('chats')
    .innerJoin('books', 'books.id', 'chats.book_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'chats.seller_id')
    .leftJoin('messages as last', (on) =>
      on.onRef('last.chat_id', '=', 'chats.id').onRef('last.number', '=', 'chats.message_count'),
    )
    .selectAll('chats')
    .select([
      'books.title',
      'books.book_type',
      'books.condition',
      'books.is_rentable',
      'books.original_price',
      'books.price',
    ])
    .select([
      'books.rent_price',
      availableTo(sql`chats.buyer_id`).as('available'),
      sql<boolean>`(books.deleted_at is not null or books.hidden_at is not null)`.as('book_gone'),
    ])
    .select([
      'buyer.name as buyer_name',
      'buyer.status as buyer_status',
      'buyer.deleted_at as buyer_deleted_at',
    ])
    .select([
      'seller.name as seller_name',
      'seller.shop_name as seller_shop',
      'seller.status as seller_status',
      'seller.deleted_at as seller_deleted_at',
      backOn('seller').as('seller_back_on'),
    ])
    .select(sql<LastMessage | null>`to_jsonb(last)`.as('last'))
    .select(
      sql<ChatSummary['lastWords'] | null>`case when last.sender_model = 'System' then (
        select jsonb_strip_nulls(jsonb_build_object('senderModel', words.sender_model,
          'message', words.body, 'offerId', words.offer_id, 'meetingId', words.meeting_id))
        from messages as words
        where words.chat_id = chats.id and words.sender_model <> 'System'
        order by words.number desc limit 1
      ) end`.as('last_words'),
    )
    .select([
      hasBlocked(sql`buyer.person_id`, sql`seller.person_id`).as('blocked_by_buyer'),
      hasBlocked(sql`seller.person_id`, sql`buyer.person_id`).as('blocked_by_seller'),
    ])
    .select(
      sql<boolean>`(${hasReserved} or exists (
        select from books where books.seller_id = chats.seller_id
          and books.available > 0 and books.deleted_at is null and books.hidden_at is null
          and (not books.is_hidden or ${isNegotiatedIn(sql`chats.id`)})))`.as('has_books_to_offer'),
    )
    .select(
      sql<boolean>`(${hasReserved} or exists (select from books
        where books.seller_id = chats.seller_id and ${isOpenToExchange(sql`chats.id`)}))`.as(
        'has_books_to_exchange',
      ),
    )
    .select(
      // Swaps belong to the person, so a helper of the shop can't offer any.
      sql<boolean>`(${helper === undefined} and exists (select from offers
        where offers.chat_id = chats.id and offers.made_by = 'buyer' and offers.top_up is not null))`.as(
        'has_offered_exchange',
      ),
    )
    .select(hasOrderedBook(sql`chats.buyer_id`).as('has_deal'))
    .select([isUnanswered.as('is_unanswered'), taskOf(side, now).as('task')])
    .select([images.as('images'), isRented.as('rented'), reservedUntil.as('reserved_until')])
    .where(`chats.${side}_id`, '=', accountId)
}
type ChatRow = Awaited<ReturnType<ReturnType<typeof selectChats>['executeTakeFirstOrThrow']>>

export async function listChatRows(
  db: Db,
  me: Participant,
  { filter, search, ...page }: PageRequest & ChatQuery,
  now: Date,
) {
  // Selects the page's ids first; otherwise the planner reads the joined tables for all chats.
  const own = selectOwnChats(db, me, { filter, search }, now).select('chats.id')
  const ids = sortPage(own, page, maxListedChats, newestFirst('chats.id', 'chats.updated_at'))
  const rows = await selectChats(db, me, now)
    .where('chats.id', 'in', ids)
    .orderBy('chats.updated_at', 'desc')
    .orderBy('chats.id', 'desc')
    .execute()
  return toPage(rows, page, maxListedChats, (row) => [row.updated_at.getTime(), row.id])
}

/** Lists chats by age, because a chat that gets a message between two pages mustn't be missed. */
export const listChatsByAge = (db: Db, me: Participant, page: PageRequest, now: Date) =>
  readPage(
    selectChats(db, me, now).$if(me.side === 'seller', (query) => query.where(isBegun)),
    page,
    maxListedChats,
    newestFirst('chats.id'),
  )

/** Throws chat_not_found. */
export async function viewChat(
  db: Db,
  me: Participant,
  chatId: string,
  now: Date,
): Promise<ChatSummary> {
  const row = await selectChats(db, me, now).where('chats.id', '=', chatId).executeTakeFirst()
  if (!row) throw new AppError('chat_not_found')
  return chatView(row, me)
}

export function chatView(row: ChatRow, me: Participant): ChatSummary {
  const { side } = me
  const buyer = { status: row.buyer_status, deletedAt: row.buyer_deleted_at }
  const seller = { status: row.seller_status, deletedAt: row.seller_deleted_at }
  const available = row.book_gone ? 0 : row.available
  const isBlocked = row.blocked_by_buyer || row.blocked_by_seller
  const readBy = (reader: Side) => (isBlocked && reader !== side ? 0 : row[`${reader}_read_up_to`])
  const state = {
    other: side === 'buyer' ? seller : buyer,
    available,
    hasBooksToOffer: row.has_books_to_offer,
    hasDeal: row.has_deal,
    isAway: row.seller_back_on !== null,
    canExchange:
      side === 'buyer'
        ? row.has_books_to_exchange
        : row.has_books_to_offer && row.has_offered_exchange,
    blocked: {
      byMe: side === 'buyer' ? row.blocked_by_buyer : row.blocked_by_seller,
      byOther: side === 'buyer' ? row.blocked_by_seller : row.blocked_by_buyer,
    },
  }
  return {
    _id: row.id,
    book: {
      _id: row.book_id,
      title: row.title,
      images: row.images.map((hash) => photoAddress(hash)),
      bookType: row.book_type,
      condition: row.condition,
      isRentable: row.is_rentable,
      original_price: toRupees(row.original_price),
      price: toRupees(row.price),
      ...(row.rent_price !== null && { rentPrice: toRupees(row.rent_price) }),
      available,
      availability: row.book_gone ? 'removed' : availabilityOf(row),
      ...(!row.book_gone && reservationOf(row)),
    },
    buyer: { _id: row.buyer_id, name: row.buyer_name },
    seller: {
      _id: row.seller_id,
      name: row.seller_name,
      shopName: row.seller_shop ?? undefined,
      hasPage: hasSellerPage({ ...seller, isBlocked }),
      backOn: row.seller_back_on ?? undefined,
    },
    lastUpdated: row.updated_at.toISOString(),
    lastMessage: row.last
      ? messageView({ ...row.last, created_at: new Date(row.last.created_at) })
      : undefined,
    ...(row.last_words && { lastWords: row.last_words }),
    ...(side === 'seller' && row.is_unanswered && { unanswered: true }),
    ...(row.task && { task: row.task }),
    unreadMessages: side === 'buyer' ? row.buyer_unread : row.seller_unread,
    readUpTo: { buyer: readBy('buyer'), seller: readBy('seller') },
    can: chatActions(me, state),
    ...(side === 'seller' && { orderRefusal: orderRefusal(state) }),
  }
}
