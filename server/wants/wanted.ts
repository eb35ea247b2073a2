// What is wanted, for everybody: by branch, class and city, the most wanted first.
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { canonicalBranch } from '#contract/books/branches.ts'
import { titleKey } from '#contract/books/title-key.ts'
import type { Page } from '#contract/common/endpoint.ts'
import type { listWanted, Wanted } from '#contract/wants/wanted.ts'
import { findOfferedTitles, titleIdOf } from '#server/books/titles/offered.ts'
import { cityKeysOf, cityNameOf } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorInteger, readCursor, rowLimit, toPage } from '#server/platform/http/paging.ts'
import { maxCitiesOfTitle, maxFilterCities, maxWantedTitles } from './policy.ts'

type Query = z.output<typeof listWanted.input>

type Row = {
  id: string
  book_id: string | null
  work: string
  people: number
  title: string
  author: string
  isbn: string | null
  branch: string | null
  classes: string[]
  cities: { city: string; people: number }[]
}

/** How many people of a city want each title; of one city as its index has it. */
const placesIn = (keys: readonly string[]) =>
  keys.length === 1
    ? sql`(select work, people from wanted_places where city = ${keys[0]})`
    : sql`(select work, sum(people)::integer as people from wanted_places
        where city = any(${keys}::text[]) group by work)`

async function readRows(db: Db, query: Query): Promise<Row[]> {
  const { branch, class: number, city, cursor } = query
  const conditions = [sql<SqlBool>`true`]
  if (branch !== undefined) conditions.push(sql`titles.branch = ${canonicalBranch(branch)}`)
  if (number !== undefined) conditions.push(sql`${`${number}`} = any(titles.classes)`)
  const inCity = city === undefined ? undefined : cityKeysOf(city)
  const people = inCity ? sql`places.people` : sql`titles.people`
  const places = inCity
    ? sql`join ${placesIn(inCity)} as places on places.work = titles.work`
    : sql``
  const after = readCursor(cursor, 2)
  if (after)
    conditions.push(sql`(${people} < ${cursorInteger(after[0])}
      or (${people} = ${cursorInteger(after[0])} and titles.work > ${`${after[1]}`}))`)
  const { rows } = await sql<Row>`
    select titles.id, titles.book_id, titles.work, ${people} as people, title, author, isbn, branch, classes,
      (select coalesce(json_agg(shown), '[]') from (
        select named.city, named.people from wanted_places as named
        where named.work = titles.work order by named.people desc, named.city
        limit ${sql.lit(maxCitiesOfTitle)}) as shown) as cities
    from wanted_titles as titles ${places}
    where ${sql.join(conditions, sql` and `)}
    order by ${people} desc, titles.work limit ${rowLimit(query, maxWantedTitles)}`.execute(db)
  return rows
}

/** Where somebody offers a title that is wanted, the id of its page. */
async function findPages(db: Db, rows: readonly Wanted[]): Promise<Map<string, string>> {
  const keysOf = (row: Wanted) => [
    ...(row.isbn === undefined ? [] : [titleKey(row)]),
    titleKey({ ...row, isbn: null }),
  ]
  const offered = await findOfferedTitles(db, rows.flatMap(keysOf), [])
  return new Map(
    rows.flatMap((row) => {
      const key = keysOf(row).find((one) => offered.has(one))
      return key === undefined ? [] : [[titleKey({ ...row, isbn: null }), titleIdOf(key)]]
    }),
  )
}

const viewRow = ({ id, book_id, title, author, isbn, branch, people, ...row }: Row): Wanted => ({
  _id: id,
  title,
  author,
  isbn: isbn ?? undefined,
  branch: branch ?? undefined,
  people,
  classes: row.classes,
  cities: row.cities.flatMap(({ city, people }) => {
    const name = cityNameOf(city)
    return name === undefined ? [] : [{ city: name, people }]
  }),
  can: book_id === null ? [] : ['report'],
})

export async function findWanted(db: Db, query: Query): Promise<Page<Wanted>> {
  const rows = await readRows(db, query)
  const page = toPage(rows, query, maxWantedTitles, ({ people, work }) => [people, work])
  const views = page.rows.map(viewRow)
  const pages = await findPages(db, views)
  return {
    rows: views.map((view) => ({
      ...view,
      titlePage: pages.get(titleKey({ ...view, isbn: null })),
    })),
    next: page.next,
  }
}

/** What is wanted can be filtered by these: the branches and classes of titles, and the cities. */
export async function findWantedFilters(db: Db) {
  const { rows: branches } = await sql<{ branch: string }>`
    select branch from wanted_titles where branch is not null
    group by branch order by sum(people) desc, branch`.execute(db)
  const { rows: classes } = await sql<{ number: string }>`
    select distinct unnest(classes) as number from wanted_titles`.execute(db)
  const { rows: cities } = await sql<{ city: string }>`
    select city from wanted_places group by city
    order by count(*) desc, city limit ${sql.lit(maxFilterCities)}`.execute(db)
  return {
    branches: branches.map(({ branch }) => branch),
    classes: classes.map(({ number }) => number).sort((one, other) => Number(one) - Number(other)),
    cities: cities.flatMap(({ city }) => cityNameOf(city) ?? []).sort(),
  }
}
