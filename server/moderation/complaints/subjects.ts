// The subjects of complaints. A complaint stores a copy of its subject's title or text, because
// either may change.
import { type Insertable, sql } from 'kysely'
import type { ComplaintSubject } from '#contract/admin/complaints.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { ComplaintsTable } from '#db/tables.ts'
import type { Participant } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findPublicTitle } from '#server/wishlist/wants/wanted.ts'

type Subject = Pick<
  Insertable<ComplaintsTable>,
  'reported_id' | 'book_id' | 'chat_id' | 'order_id' | 'book_title' | 'message_body'
>

/** Finds any listing, even a deleted one, because a caller who knows its id has seen it. */
async function findListing(db: Db, bookId: string): Promise<Subject> {
  const book = await db
    .selectFrom('books')
    .select(['title', 'seller_id'])
    .where('id', '=', bookId)
    .executeTakeFirst()
  if (!book) throw new AppError('book_not_found')
  return { reported_id: book.seller_id, book_id: bookId, book_title: book.title }
}

/** Finds a person who sells books or has a chat with the caller, by either account. */
async function findPerson(db: Db, me: Participant, accountId: string): Promise<Subject> {
  const accountsOf = (id: string) =>
    sql<string>`(select account.id from accounts account
      join accounts self using (person_id) where self.id = ${id})`
  const [mine, theirs] = [accountsOf(me.accountId), accountsOf(accountId)]
  const own = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where(sql<boolean>`id in ${mine}`)
    .executeTakeFirst()
  if (own) throw new AppError('self_complaint')
  const chat = await db
    .selectFrom('chats')
    .innerJoin('books', 'books.id', 'chats.book_id')
    .select(['chats.id', 'chats.book_id', 'books.title'])
    .where(
      sql<boolean>`((chats.buyer_id in ${mine} and chats.seller_id in ${theirs})
        or (chats.seller_id in ${mine} and chats.buyer_id in ${theirs}))`,
    )
    .orderBy('chats.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (chat)
    return {
      reported_id: accountId,
      chat_id: chat.id,
      book_id: chat.book_id,
      book_title: chat.title,
    }
  const listing = await db
    .selectFrom('books')
    .select('id')
    .where('seller_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  if (!listing) throw new AppError('account_not_found')
  return { reported_id: accountId }
}

async function findMessage(db: Db, me: Participant, messageId: string): Promise<Subject> {
  const message = await db
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'messages.chat_id')
    .innerJoin('books', 'books.id', 'chats.book_id')
    .select(['messages.sender_id', 'messages.body', 'messages.chat_id', 'books.title'])
    .select('chats.book_id')
    .where('messages.id', '=', messageId)
    .where(`chats.${me.side}_id`, '=', me.accountId)
    .executeTakeFirst()
  if (!message?.sender_id) throw new AppError('message_not_found')
  return {
    reported_id: message.sender_id,
    book_id: message.book_id,
    chat_id: message.chat_id,
    book_title: message.title,
    message_body: message.body,
  }
}

async function findRingMessage(db: Db, me: Participant, messageId: string): Promise<Subject> {
  const message = await db
    .selectFrom('ring_messages')
    .innerJoin('exchange_members as writer', (on) =>
      on
        .onRef('writer.exchange_id', '=', 'ring_messages.exchange_id')
        .onRef('writer.number', '=', 'ring_messages.member'),
    )
    .innerJoin('exchange_members as reader', 'reader.exchange_id', 'ring_messages.exchange_id')
    .innerJoin('accounts as own', 'own.person_id', 'reader.person_id')
    .innerJoin('accounts as theirs', 'theirs.person_id', 'writer.person_id')
    .select(['theirs.id', 'ring_messages.text'])
    .where('ring_messages.id', '=', messageId)
    .where('ring_messages.is_system', '=', false)
    .where('own.id', '=', me.accountId)
    // Prefers the seller account, because the other members know the writer by it.
    .orderBy(sql`theirs.deleted_at is not null, theirs.role <> 'seller'`)
    .limit(1)
    .executeTakeFirst()
  if (!message) throw new AppError('message_not_found')
  return { reported_id: message.id, message_body: message.text }
}

async function findOrder(db: Db, me: Participant, orderId: string): Promise<Subject> {
  const other = me.side === 'buyer' ? 'seller_id' : 'buyer_id'
  const order = await db
    .selectFrom('orders')
    .select([`orders.${other} as other_id`, 'chat_id', 'book_id', 'book_title'])
    .where('id', '=', orderId)
    .where(`orders.${me.side}_id`, '=', me.accountId)
    .executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  const { other_id, ...rest } = order
  return { ...rest, reported_id: other_id, order_id: orderId }
}

/**
 * Finds a wanted title that comes from a listing. Titles from the catalogue can't be reported,
 * because nobody is responsible for them.
 */
async function findWanted(db: Db, id: string, now: Date): Promise<Subject> {
  const { title, listing } = (await findPublicTitle(db, id, now)) ?? {}
  if (!listing) throw new AppError('wanted_not_found')
  return {
    reported_id: listing.sellerId,
    book_id: listing.bookId,
    book_title: title ?? null,
  }
}

type Find = (db: Db, me: Participant, id: string, now: Date) => Promise<Subject>

const finders: Record<ComplaintSubject, Find> = {
  listing: (db, _, id) => findListing(db, id),
  person: findPerson,
  message: findMessage,
  'ring-message': findRingMessage,
  order: findOrder,
  wanted: (db, _, id, now) => findWanted(db, id, now),
}

/**
 * Finds what the caller reports, if the caller can see it, and the reported person's name. Throws
 * self_complaint, or a 'not found' error.
 */
export async function findSubject(
  db: Db,
  me: Participant,
  { subject, subjectId, now }: { subject: ComplaintSubject; subjectId: string; now: Date },
): Promise<Subject & { reported_name: string }> {
  const found = await finders[subject](db, me, subjectId, now)
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'person_id', 'name'])
    .where('id', 'in', [me.accountId, found.reported_id])
    .execute()
  const reported = people.find(({ id }) => id === found.reported_id)
  const reporter = people.find(({ id }) => id === me.accountId)
  if (!reported || !reporter) throw new AppError('account_not_found')
  if (reported.person_id === reporter.person_id) throw new AppError('self_complaint')
  return { ...found, reported_name: reported.name }
}
