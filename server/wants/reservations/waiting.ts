import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fittingCopies, isAnswering, isOpenCopy } from '#server/wants/fits.ts'
import { maxAskedADay } from '#server/wants/policy.ts'

type Condition = RawBuilder<SqlBool>

/** Limits wants to these people. */
export const ofPeople = (personIds: readonly string[]): Condition =>
  sql`wants.person_id = any(${personIds}::uuid[])`

/** All who want a book and may deal with its seller, who waits longest first. */
export const waitingFor = (
  bookId: RawBuilder<unknown>,
  isOffered: Condition = isOpenCopy,
  isChosen: Condition = sql`true`,
) => sql`
  select fits.want_id, fits.person_id, fits.book_id, wanted.isbn, wanted.work,
    fitting.isbn as copy_isbn, fitting.search_text
  from ${fittingCopies(sql`books.id = ${bookId} and ${isChosen}`, isOffered)} as fits
  join wants as wanted on wanted.id = fits.want_id join books as fitting on fitting.id = fits.book_id
  order by wanted_since, want_id offset 0`

const buyersOrder = sql`from orders join accounts as buyer on buyer.id = orders.buyer_id
  where orders.book_id = earlier.book_id and buyer.person_id = earlier.person_id`

const isCancelledBySeller = sql`(orders.status = 'Cancelled' and (
  select actor_model from order_events where order_id = orders.id and status = 'Cancelled'
  order by number desc limit 1) = 'Seller')`

/**
 * Whether a listing that somebody had is theirs no more. It is still where they lost it by what its
 * seller did: closed or changed it, or cancelled all that they had ordered of it.
 */
const wasTheirs = sql<SqlBool>`(outcome is null or outcome in ('declined', 'lapsed', 'unwanted')
  or outcome = 'taken' and exists (select ${buyersOrder} and not ${isCancelledBySeller}))`

/** Computed where it is needed only: it takes longer than all the rest. */
const copyWork = sql`work_id(fits.search_text)`

const isSameTitle = (isbn: RawBuilder<unknown>, work: RawBuilder<unknown>) =>
  sql`(${isbn} in (fits.isbn, fits.copy_isbn) or ${work} in (fits.work, ${copyWork}))`

/**
 * Whether a person has the title or will soon, by whichever want of theirs: a copy was ordered
 * since, is reserved for them, was and waits for their word, or is theirs in a ring that waits.
 */
const hasOne = sql<SqlBool>`(exists (
    select from wants as own where own.person_id = fits.person_id and own.order_id is not null
      and (own.isbn = fits.copy_isbn or own.work = ${copyWork}))
  or exists (
    select from reservations as kept join books as kept_book on kept_book.id = kept.book_id
    where kept.person_id = fits.person_id and kept.ended_at is null
      and ${isSameTitle(sql`kept_book.isbn`, sql`work_id(kept_book.search_text)`)})
  or exists (
    select from reservations as taken join books as taken_book on taken_book.id = taken.book_id
    where taken.person_id = fits.person_id and taken.outcome = 'taken'
      and ${isSameTitle(sql`taken_book.isbn`, sql`work_id(taken_book.search_text)`)}
      and exists (select from orders join accounts as buyer on buyer.id = orders.buyer_id
        where orders.book_id = taken.book_id and buyer.person_id = taken.person_id
          and orders.status = 'Pending' and not is_agreed(orders)))
  or exists (
    select from exchange_members as member
    join exchanges on exchanges.id = member.exchange_id and exchanges.kind = 'ring'
      and exchanges.agreed_at is null and exchanges.ended_at is null
    join exchange_legs as leg on leg.exchange_id = exchanges.id and leg.receiver = member.number
    join books as leg_book on leg_book.id = leg.book_id
    where member.person_id = fits.person_id
      and ${isSameTitle(sql`leg_book.isbn`, sql`work_id(leg_book.search_text)`)}))`

const dayMs = 86_400_000

/** A want has only one copy reserved at a time, even if the listing has another title by now. */
const hasReservation = sql<SqlBool>`exists (select from reservations as own
  where own.want_id = fits.want_id and own.ended_at is null)`

/**
 * Whether somebody of `waitingFor`, as `fits`, can be next: they may answer, have none of the
 * title, haven't had this listing, and were not asked about it too often lately.
 */
export const isWaiting = (now: Date) => sql<SqlBool>`(${isAnswering(sql`fits.person_id`)}
  and not ${hasReservation}
  and not ${hasOne}
  and not exists (select from reservations as earlier where earlier.book_id = fits.book_id
    and earlier.person_id = fits.person_id and ${wasTheirs})
  and (select count(*) from reservations as recent where recent.book_id = fits.book_id
    and recent.person_id = fits.person_id
    and recent.created_at > ${new Date(now.getTime() - dayMs)}::timestamptz) < ${maxAskedADay})`
