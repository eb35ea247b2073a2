// Recounts how many people want a title, and where, for the public page. `wanted_changes` lists the
// titles to recount. Nobody can put their own words there, and cities with fewer than three people
// are left out.

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { minPeopleOfCity, minPeopleOfIsbn } from '#contract/wants/wanted.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { maxTitlesPerCount } from './policy.ts'
import { isWanting } from './wanted-counts.ts'

export const wantedTitlesTag = 'wanted titles'

const lockWanted = (db: Db) => lockKey(db, 'wanted titles')

async function takeChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ work: string }>`
    with taken as (
      delete from wanted_changes where id in (
        select id from wanted_changes order by id limit ${maxTitlesPerCount})
      returning work)
    select distinct work from taken order by work`.execute(db)
  return rows.map(({ work }) => work)
}

/** The first spelling of the title that the catalogue or the market has. */
const first = (column: string) =>
  sql`(array_agg(${sql.ref(column)} order by is_known desc, id))[1] as ${sql.ref(column)}`

const counted = (works: readonly string[]) => sql`
  select work, count(*)::integer as people,
    ${sql.join(['title', 'author', 'branch'].map(first))},
    (array_agg(known_book_id order by is_known desc, id))[1] as book_id,
    (select isbn from wants as named where named.work = wants.work and isbn is not null
      group by isbn having count(*) >= ${sql.lit(minPeopleOfIsbn)}
      order by count(*) desc, isbn limit 1) as isbn,
    (select classes from wants as named where named.work = wants.work
      order by is_known desc, id limit 1) as classes
  from wants where work = any(${works}::text[]) and ${isWanting}
    and work not in (select work from hidden_wanted_titles)
  group by work having bool_or(is_known)`

/** Invalidates cached responses that show wanted titles. */
async function invalidateWantedTitles(db: Db): Promise<void> {
  const tags = JSON.stringify({ tags: [wantedTitlesTag] })
  await sql`select note_change(${tags}::jsonb)`.execute(db)
}

async function countAnew(db: Db, works: readonly string[]): Promise<void> {
  await sql`
    with counted as (${counted(works)}),
    gone as (
      delete from wanted_titles where work = any(${works}::text[])
        and work not in (select work from counted))
    insert into wanted_titles (work, people, title, author, branch, isbn, classes, book_id)
      select work, people, title, author, branch, isbn, classes, book_id from counted
    on conflict (work) do update set people = excluded.people, title = excluded.title,
      author = excluded.author, branch = excluded.branch, isbn = excluded.isbn,
      classes = excluded.classes, book_id = excluded.book_id`.execute(db)
  await sql`delete from wanted_places where work = any(${works}::text[])`.execute(db)
  await sql`
    insert into wanted_places (work, city, people)
    select work, city, count(*)::integer from wants
    where work = any(${works}::text[]) and city is not null and ${isWanting}
      and work in (select work from wanted_titles)
    group by work, city having count(*) >= ${sql.lit(minPeopleOfCity)}`.execute(db)
}

/** Counts some titles, in the caller's transaction; returns how many. One process at a time. */
async function countSome(db: Transaction<Tables>): Promise<number> {
  await lockWanted(db)
  const works = await takeChanges(db)
  if (works.length === 0) return 0
  await countAnew(db, works)
  await invalidateWantedTitles(db)
  return works.length
}

/** Hides a title from the public page and returns its name; undefined if it isn't there. */
export async function hideWantedTitle(db: Db, id: string, now: Date): Promise<string | undefined> {
  await lockWanted(db)
  const shown = await db
    .deleteFrom('wanted_titles')
    .where('id', '=', id)
    .returning(['work', 'title'])
    .executeTakeFirst()
  if (!shown) return undefined
  await db
    .insertInto('hidden_wanted_titles')
    .values({ ...shown, hidden_at: now })
    .execute()
  await invalidateWantedTitles(db)
  return shown.title
}

/** Makes a title count again and returns its name; undefined if it isn't hidden. */
export async function unhideWantedTitle(db: Db, id: string): Promise<string | undefined> {
  await lockWanted(db)
  const hidden = await db
    .deleteFrom('hidden_wanted_titles')
    .where('id', '=', id)
    .returning(['work', 'title'])
    .executeTakeFirst()
  if (!hidden) return undefined
  await countAnew(db, [hidden.work])
  await invalidateWantedTitles(db)
  return hidden.title
}

export async function countWantedTitles(
  context: Pick<AppContext, 'db' | 'applyChanges' | 'expectCommit'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await commitChanges(context, [], countSome)) > 0);
}
