// Counts anew how many people want a title, and where, for everybody to read: whose wants have
// changed is in `wanted_changes`. Nothing that fewer than three people have said stands there.

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { minPeopleOfCity, minPeopleOfUnknownTitle } from '#contract/wants/wanted.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { maxTitlesPerCount } from './policy.ts'
import { isWanting } from './wanted-counts.ts'

export const wantedTitlesTag = 'wanted titles'

async function takeChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ work: string }>`
    with taken as (
      delete from wanted_changes where id in (
        select id from wanted_changes order by id limit ${maxTitlesPerCount})
      returning work)
    select distinct work from taken order by work`.execute(db)
  return rows.map(({ work }) => work)
}

/** The name that most people have for it, those of market and catalogue first. */
const first = (column: string) =>
  sql`(array_agg(${sql.ref(column)} order by is_known desc, id))[1] as ${sql.ref(column)}`

const counted = (works: readonly string[]) => sql`
  select work, count(*)::integer as people,
    ${sql.join(['title', 'author', 'branch'].map(first))},
    (select isbn from wants as named where named.work = wants.work and isbn is not null
      group by isbn having count(*) >= ${sql.lit(minPeopleOfUnknownTitle)}
      order by count(*) desc, isbn limit 1) as isbn,
    (select classes from wants as named where named.work = wants.work
      order by is_known desc, id limit 1) as classes
  from wants where work = any(${works}::text[]) and ${isWanting}
  group by work having bool_or(is_known) or count(*) >= ${sql.lit(minPeopleOfUnknownTitle)}`

async function countAnew(db: Db, works: readonly string[]): Promise<void> {
  await sql`
    with counted as (${counted(works)}),
    gone as (
      delete from wanted_titles where work = any(${works}::text[])
        and work not in (select work from counted))
    insert into wanted_titles (work, people, title, author, branch, isbn, classes)
      select work, people, title, author, branch, isbn, classes from counted
    on conflict (work) do update set people = excluded.people, title = excluded.title,
      author = excluded.author, branch = excluded.branch, isbn = excluded.isbn,
      classes = excluded.classes`.execute(db)
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
  await lockKey(db, 'wanted titles')
  const works = await takeChanges(db)
  if (works.length === 0) return 0
  await countAnew(db, works)
  const tags = JSON.stringify({ tags: [wantedTitlesTag] })
  await sql`select note_change(${tags}::jsonb)`.execute(db)
  return works.length
}

export async function countWantedTitles(
  context: Pick<AppContext, 'db' | 'applyChanges' | 'expectCommit'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await commitChanges(context, [], countSome)) > 0);
}
