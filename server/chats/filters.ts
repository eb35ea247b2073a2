// Which chats of a person a filter and a search find.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ChatFilter, listChats } from '#contract/chats.ts'
import { otherSide, type ParsedInput, type Side } from '#contract/common/endpoint.ts'
import { readOrderNumber } from '#server/orders/tabs/tabs.ts'
import { hasOfferToAnswer } from '#server/orders/tabs/tasks.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import type { Participant } from './store.ts'
import { isUnanswered } from './tasks.ts'

export type ChatQuery = Pick<ParsedInput<typeof listChats>, 'filter' | 'search'>

const filterIs = (side: Side, now: Date): Record<ChatFilter, RawBuilder<SqlBool>> => ({
  unanswered: isUnanswered,
  offers: hasOfferToAnswer(side, now),
  orders: sql`exists (select from orders where orders.chat_id = chats.id)`,
})

/**
 * The text that a search looks for words in. It is a subquery, because a join would read the books
 * and people of everybody's chats.
 */
const namesOf = (side: Side) => sql`(
  select concat_ws(E'\\n', books.title, other.name, other.shop_name) from books, accounts as other
  where books.id = chats.book_id and other.id = ${sql.ref(`chats.${otherSide(side)}_id`)})`

function matches(search: string, side: Side) {
  const patterns = [...new Set(search.split(/\s+/))].map((word) => likePattern(word))
  const isNamed = sql<SqlBool>`${namesOf(side)} ilike all (${patterns}::text[])`
  const number = readOrderNumber(search)
  return number === undefined
    ? isNamed
    : sql<SqlBool>`(${isNamed} or chats.id in (
        select chat_id from orders where right(id::text, 6) = ${number}))`
}

/** Sellers don't see a chat until something is written. */
export const isBegun = sql<SqlBool>`chats.message_count > 0`

export function selectOwnChats(
  db: Db,
  { accountId, side }: Participant,
  { filter, search }: ChatQuery,
  now: Date,
) {
  return db
    .selectFrom('chats')
    .where(`chats.${side}_id`, '=', accountId)
    .$if(side === 'seller', (query) => query.where(isBegun))
    .$if(search !== undefined && search !== '', (query) => query.where(matches(search ?? '', side)))
    .$if(filter !== undefined, (query) => query.where(filterIs(side, now)[filter ?? 'orders']))
}

/** Counts the chats of a person with two of the filters. */
export function countChats(
  db: Db,
  me: Participant,
  now: Date,
): Promise<Record<'unanswered' | 'offers', number>> {
  const is = filterIs(me.side, now)
  return selectOwnChats(db, me, {}, now)
    .select(sql<number>`(count(*) filter (where ${is.unanswered}))::integer`.as('unanswered'))
    .select(sql<number>`(count(*) filter (where ${is.offers}))::integer`.as('offers'))
    .executeTakeFirstOrThrow()
}
