// How many people want a title, in SQL. Every feature may import this file; it imports no feature.
// The same for everybody: neither blocks nor distances are looked at, so that no two answers
// together say who wants something or where they are.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * No account of a want's person is blocked by an admin: these are few, and looked up once. Needs
 * `wants`; people who have left want nothing.
 */
export const isHere = sql<SqlBool>`wants.person_id not in (
  select person_id from accounts as blocked where status <> 'active' and deleted_at is null)`

/** Which wants count: of people who are here, and have not got the title, nor are getting it. */
export const isWanting = sql<SqlBool>`(wants.order_id is null and ${isHere})`

/** The same ISBN, or the same title and author, whatever one of them leaves out. Needs `wants`. */
export const isWantOf = ({
  isbn,
  work,
}: {
  isbn: RawBuilder<unknown>
  work: RawBuilder<unknown>
}) => sql<SqlBool>`(wants.isbn = ${isbn} or wants.work = ${work})`

/** Whether the condition of a copy is good enough for a want; needs `wants`. */
export const isGoodEnough = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`condition_rank(${condition}) <= condition_rank(wants.worst_condition)`

const ofBook = { isbn: sql`books.isbn`, work: sql`work_id(books.search_text)` }

/**
 * How many people could take a book from its seller; needs `books` and its seller as `accounts`.
 */
export const wantedFromSeller = sql<number>`(
  select count(distinct wants.person_id)::integer from wants
  where ${isWantOf(ofBook)} and ${isGoodEnough(sql`books.condition`)}
    and wants.person_id <> accounts.person_id and ${isWanting})`

/** What a title is found by: an ISBN of 13 digits, and the text that searches look at. */
export type TitleNames = { isbn: string | null; searchText: string | null }

/** How many people want a title, whoever asks. */
export async function countPeople(db: Db, { isbn, searchText }: TitleNames): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with title as (select ${isbn}::text as isbn, work_id(${searchText ?? ''}) as work)
    select (select count(distinct wants.person_id)::integer from wants
      where ${isWantOf({ isbn: sql`title.isbn`, work: sql`title.work` })} and ${isWanting}) as people
    from title`.execute(db)
  return rows[0]?.people ?? 0
}
