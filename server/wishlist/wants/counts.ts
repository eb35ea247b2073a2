// SQL to count the people who want a title. Every feature may import this file, because it imports
// none. Counts are the same for all viewers: blocks and distances are ignored.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '#contract/books/conditions.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Whether a want counts: its person has no blocked account, and isn't already getting the title.
 */
export const isWanting = sql<SqlBool>`(wants.order_id is null and wants.person_id not in (
  select person_id from accounts as blocked where status <> 'active' and deleted_at is null))`

/**
 * Whether a want is for the title: the ISBN is the same, or title and author are. The query must
 * contain `wants`.
 */
export const isWantOf = ({
  isbn,
  work,
}: {
  isbn: RawBuilder<unknown>
  work: RawBuilder<unknown>
}) => sql<SqlBool>`(wants.isbn = ${isbn} or wants.work = ${work})`

/** Whether the condition of a copy is good enough for a want. The query must contain `wants`. */
export const isGoodEnough = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`condition_rank(${condition}) <= condition_rank(wants.worst_condition)`

const ofBook = { isbn: sql`books.isbn`, work: sql`work_id(books.search_text)` }

/**
 * The number of people who could take a book from its seller. The query must contain `books` and
 * the book's seller as `accounts`.
 */
export const wantedFromSeller = sql<number>`(
  select count(distinct wants.person_id)::integer from wants
  where ${isWantOf(ofBook)} and ${isGoodEnough(sql`books.condition`)}
    and wants.person_id <> accounts.person_id and ${isWanting})`

type Asked = {
  /** The ISBN with 13 digits. */
  isbn: string | null
  /** The title and author in the format of search texts. */
  searchText: string | null
  /** If set, only people who would accept this condition are counted. */
  condition?: Condition | undefined
  /** If set, the person of this account isn't counted. */
  exceptAccountId?: string
}

export async function countPeople(
  db: Db,
  { isbn, searchText, condition, exceptAccountId }: Asked,
): Promise<number> {
  const title = { isbn: sql`title.isbn`, work: sql`title.work` }
  const isEnough = condition === undefined ? sql`true` : isGoodEnough(sql`${condition}::text`)
  const { rows } = await sql<{ people: number }>`
    with title as (select ${isbn}::text as isbn, work_id(${searchText ?? ''}) as work)
    select (select count(distinct wants.person_id)::integer from wants
      where ${isWantOf(title)} and ${isEnough} and ${isWanting}
        and wants.person_id is distinct from (
          select person_id from accounts where id = ${exceptAccountId ?? null}::uuid)) as people
    from title`.execute(db)
  return rows[0]?.people ?? 0
}
