// How many people want a title, in SQL. Every feature may import this file; it imports no feature.
// The same for everybody: blocks and distances don't count.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '#contract/books/book-forms.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Which wants count: those whose person has no blocked account, and isn't getting the title. */
export const isWanting = sql<SqlBool>`(wants.order_id is null and wants.person_id not in (
  select person_id from accounts as blocked where status <> 'active' and deleted_at is null))`

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

/** How many people could take a book from its seller; needs `books` and its seller as `accounts`. */
export const wantedFromSeller = sql<number>`(
  select count(distinct wants.person_id)::integer from wants
  where ${isWantOf(ofBook)} and ${isGoodEnough(sql`books.condition`)}
    and wants.person_id <> accounts.person_id and ${isWanting})`

type Asked = {
  /** 13 digits. */
  isbn: string | null
  /** What searches look at. */
  searchText: string | null
  /** Only people who would take this condition. */
  condition?: Condition | undefined
  /** Without the person of this account. */
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
