// Matches copies to wants, for rings, exchange offers and queues.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAway } from '#server/accounts/holiday.ts'
import { isVisible } from '#server/books/views.ts'
import { areBlocked } from '#server/moderation/are-blocked.ts'
import { isGoodEnough, isWanting, isWantOf } from './counts.ts'

type Condition = RawBuilder<SqlBool>

/**
 * Whether a book's seller offers it for exchange and isn't on holiday, even if no copy is free. The
 * query must contain `books` and its seller as `accounts`.
 */
export const isSwappable = sql<SqlBool>`books.open_to_exchange and books.deleted_at is null
  and not books.is_hidden and accounts.status = 'active' and accounts.deleted_at is null
  and not ${isAway()}`

/**
 * Whether a copy can be exchanged now. The query must contain `books` and its seller as `accounts`.
 */
const isSwapOpen = sql<SqlBool>`books.open_to_exchange and ${isVisible} and not ${isAway()}`

/**
 * Whether a copy is within the limits of a want: good enough, and near enough if the distance is
 * known. Doesn't check the owners. The query must contain `wants` and `books`.
 */
const isWithinLimits = sql<SqlBool>`${isGoodEnough(sql`books.condition`)}
  and (wants.within_km is null or (wants.location <-> books.location) <= wants.within_km)`

/**
 * Whether the want and the copy belong to two different people who haven't blocked each other. The
 * query must contain `wants` and the copy's seller as `accounts`.
 */
export const canTrade = sql<SqlBool>`wants.person_id <> accounts.person_id
  and not ${areBlocked(sql`wants.person_id`, sql`accounts.person_id`)}`

/**
 * Whether a person may be asked for an answer. Nobody answers for a person of the demo market until
 * somebody has logged in as that person. A person who has an account that an admin blocked makes no
 * deals with either account. Takes SQL for an `accounts.person_id`.
 */
export const isAnswering = (personId: RawBuilder<unknown>) => sql<SqlBool>`(exists (
    select from accounts as own where own.person_id = ${personId} and own.deleted_at is null
      and (not own.is_demo or exists (select from sessions where account_id = own.id)))
  and not exists (select from accounts as own where own.person_id = ${personId}
    and own.deleted_at is null and own.status <> 'active'))`

/**
 * Whether a copy fits a want, even if the copy isn't offered now. Uses no index, so apply it only
 * to few rows. The query must contain `wants`, `books` and the copy's seller as `accounts`.
 */
export const isMatching = sql<SqlBool>`${isWantOf({
  isbn: sql`books.isbn`,
  work: sql`work_id(books.search_text)`,
})} and ${isWithinLimits} and ${canTrade} and ${isWanting}`

const joinOn = (isSameTitle: Condition, chosen: Condition, isOffered: Condition) => sql`
  select wants.id as want_id, wants.person_id, wants.created_at as wanted_since,
    books.id as book_id, books.seller_id
  from wants join books on ${isSameTitle} join accounts on accounts.id = books.seller_id
  where ${chosen} and ${isOffered} and ${isWithinLimits} and ${canTrade} and ${isWanting}`

/**
 * A table for `from` with the copies that are open to exchange and the wants that they fit, each
 * pair once: want_id, person_id (who wants the title), wanted_since, book_id, seller_id. `chosen`
 * is a condition on `wants`, `books` or sellers (`accounts`). With `isSwappable` as `isOffered`, it
 * also contains books without a free copy. Joins by ISBN and by work separately, so that each join
 * can use its index.
 */
export const matchingCopies = (chosen: Condition, isOffered = isSwapOpen) => sql<{
  want_id: string
  person_id: string
  wanted_since: Date
  book_id: string
  seller_id: string
}>`(${joinOn(sql`books.isbn = wants.isbn`, chosen, isOffered)}
  union ${joinOn(sql`work_id(books.search_text) = wants.work`, chosen, isOffered)})`
