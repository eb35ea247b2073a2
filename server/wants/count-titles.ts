// Recounts how many people want a title, and where, for the public page. `wanted_changes` lists the
// titles to recount. Cities with fewer than three people are left out.

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { minPeopleOfCity } from '#contract/wants/wanted.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { maxTitlesPerCount } from './policy.ts'
import { findPublicTitles, isKnownListing } from './public-titles.ts'
import { isWanting } from './wanted-counts.ts'

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

/** How many people want each of some titles that aren't hidden. */
async function countPeople(db: Db, works: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ work: string; people: number }>`
    select work, count(*)::integer as people from wants
    where work = any(${works}::text[]) and ${isWanting}
      and work not in (select work from hidden_wanted_titles)
    group by work`.execute(db)
  return new Map(rows.map(({ work, people }) => [work, people]))
}

async function countAnew(db: Db, works: readonly string[], now: Date): Promise<void> {
  const people = await countPeople(db, works)
  const titles = await findPublicTitles(db, [...people.keys()], now)
  const shown = titles.map(({ work }) => work)
  await sql`delete from wanted_titles
    where work = any(${works}::text[]) and work <> all(${shown}::text[])`.execute(db)
  if (titles.length > 0)
    await db
      .insertInto('wanted_titles')
      .values(titles.map((title) => ({ ...title, people: people.get(title.work) ?? 0 })))
      .onConflict((conflict) =>
        conflict.column('work').doUpdateSet(({ ref }) => ({
          people: ref('excluded.people'),
          title: ref('excluded.title'),
          author: ref('excluded.author'),
          branch: ref('excluded.branch'),
          isbn: ref('excluded.isbn'),
          classes: ref('excluded.classes'),
          book_id: ref('excluded.book_id'),
        })),
      )
      .execute()
  await sql`delete from wanted_places where work = any(${works}::text[])`.execute(db)
  await sql`
    insert into wanted_places (work, city, people)
    select work, city, count(*)::integer from wants
    where work = any(${works}::text[]) and city is not null and ${isWanting}
      and work in (select work from wanted_titles)
    group by work, city having count(*) >= ${sql.lit(minPeopleOfCity)}`.execute(db)
}

/** Counts some titles, in the caller's transaction; returns how many. One process at a time. */
async function countSome(db: Transaction<Tables>, now: Date): Promise<number> {
  await lockWanted(db)
  const works = await takeChanges(db)
  if (works.length === 0) return 0
  await countAnew(db, works, now)
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
  return shown.title
}

/** Makes a title count again and returns its name; undefined if it isn't hidden. */
export async function unhideWantedTitle(
  db: Db,
  id: string,
  now: Date,
): Promise<string | undefined> {
  await lockWanted(db)
  const hidden = await db
    .deleteFrom('hidden_wanted_titles')
    .where('id', '=', id)
    .returning(['work', 'title'])
    .executeTakeFirst()
  if (!hidden) return undefined
  await countAnew(db, [hidden.work], now)
  return hidden.title
}

/**
 * Notes titles that aren't public and have a known listing now: it has become old enough since they
 * were counted.
 */
export async function noteKnownTitles({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await sql`
    insert into wanted_changes (work) select distinct work from wants
    where work not in (select work from wanted_titles)
      and work not in (select work from hidden_wanted_titles)
      and exists (select from books where work_id(search_text) = wants.work
        and ${isKnownListing(sql`${now()}`)})`.execute(db)
}

export async function countWantedTitles(
  context: Pick<AppContext, 'db' | 'now' | 'database' | 'changes'>,
  signal: AbortSignal,
): Promise<void> {
  const count = (db: Transaction<Tables>) => countSome(db, context.now())
  while (!signal.aborted && (await commitChanges(context, ['wants'], count)) > 0);
}
