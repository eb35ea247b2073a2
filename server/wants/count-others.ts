import { sql } from 'kysely'
import type { Condition } from '#contract/books/book-forms.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isGoodEnough, isWanting, isWantOf, type TitleNames } from './wanted-counts.ts'

type Asked = TitleNames & { condition: Condition | undefined }

/** How many people but the account's own want a title, of those who would take this condition. */
export async function countOthers(
  db: Db,
  accountId: string,
  { isbn, searchText, condition }: Asked,
): Promise<number> {
  const isSame = isWantOf({ isbn: sql`${isbn}::text`, work: sql`work_id(${searchText}::text)` })
  const isEnough = condition === undefined ? sql`true` : isGoodEnough(sql`${condition}::text`)
  const { rows } = await sql<{ people: number }>`
    select count(distinct person_id)::integer as people from wants
    where ${isSame} and ${isEnough} and ${isWanting}
      and person_id <> (select person_id from accounts where id = ${accountId})`.execute(db)
  return rows[0]?.people ?? 0
}
