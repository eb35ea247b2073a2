// The public view of wants: the most wanted titles, in the words of the catalogue or of a listing
// that isn't new. What people typed when they wanted a title is never shown.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { canonicalBranch } from '#contract/books/branches.ts'
import { titleKey } from '#contract/books/title-key.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { type listWanted, minPeopleOfCity, type Wanted } from '#contract/wishlist/wanted.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { findOfferedTitles, titleIdOf } from '#server/books/titles/listed-copies.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { cityKeysOf, cityNameOf } from '#server/places/places.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorInteger, readCursor, rowLimit, toPage } from '#server/platform/http/paging.ts'
import { wantedCacheSeconds } from '#server/wishlist/limits.ts'
import { findInCatalogue } from './catalogue.ts'
import { isWanting } from './counts.ts'

/**
 * The public page of wanted titles takes a title and author from a listing only if the listing
 * hasn't been edited for this many days.
 */
export const minListedDays = 3

/**
 * The filters of the public page contain at most this many cities: those with the most wanted
 * titles.
 */
const maxFilterCities = 100

const maxCitiesOfTitle = 3

const maxWantedTitles = 100

/** The public page uses only this many titles, the most wanted ones. */
const maxPublicTitles = 10_000

type Query = z.output<typeof listWanted.input>

/**
 * Whether a listing is on the market and hasn't been edited for some days. The query must contain
 * `books`.
 */
const isKnownListing = (now: RawBuilder<unknown>) => sql<SqlBool>`(${isOnMarketExcept()}
  and greatest(books.created_at, books.updated_at)
    <= ${now}::timestamptz - make_interval(days => ${sql.lit(minListedDays)}))`

type City = { city: string; people: number }

type PublicTitle = {
  id: string
  work: string
  title: string
  author: string
  isbn: string | null
  branch: string | null
  classes: string[]
  people: number
  cities: City[]
  /**
   * The listing from which the words of the title come, and its seller. Null if they come from the
   * catalogue.
   */
  listing: { bookId: string; sellerId: string } | null
}

type Counted = Pick<PublicTitle, 'id' | 'work' | 'people' | 'cities'> & {
  names: { title: string; author: string }[]
}

/**
 * Counts the people who want each title that isn't hidden, most wanted first, and returns the names
 * that they gave it. Cities are counted only if enough people are there that nobody can be
 * identified.
 */
async function countTitles(db: Db, isChosen: RawBuilder<SqlBool>): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with named as (select work, title, author, city, count(*) as people from wants
      where ${isWanting} and ${isChosen} and work not in (select work from hidden_wanted_titles)
      group by work, title, author, city),
    cities as (
      select work, jsonb_agg(jsonb_build_object('city', city, 'people', people)
        order by people desc, city) as cities
      from (select work, city, sum(people) as people from named where city is not null
        group by work, city having sum(people) >= ${sql.lit(minPeopleOfCity)}) as counted
      group by work)
    select wanted_id(work) as id, work, sum(people)::integer as people,
      coalesce(cities, '[]') as cities,
      jsonb_agg(jsonb_build_object('title', title, 'author', author)) as names
    from named left join cities using (work) group by work, cities
    order by people desc, work collate "C" limit ${maxPublicTitles}`.execute(db)
  return rows
}

/** Returns the classes in a search text's tags, such as '11' and '12'. */
const classesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/‡class-0?(\d{1,2})\b/g)].map(([, number]) => number ?? ''))].sort(
    (one, other) => Number(one) - Number(other),
  )

type Words = Pick<PublicTitle, 'title' | 'author' | 'isbn' | 'branch' | 'classes' | 'listing'>

function wordsOfCatalogue({ names }: Counted): Words | undefined {
  const found = names.map(findInCatalogue).find((title) => title !== undefined)
  if (!found) return undefined
  const { title, author, isbn = null, branch = null } = found
  const classes = found.classes.length > 0 ? found.classes : classesIn(searchText(found))
  return { title, author, isbn, branch, classes, listing: null }
}

/**
 * Finds the words of the first known listing of each title. Ignores listings of the only person who
 * wants the title.
 */
async function wordsOfListings(
  db: Db,
  works: readonly string[],
  now: Date,
): Promise<Map<string, Words>> {
  type Row = Words & {
    work: string
    branch: string
    text: string
    bookId: string
    sellerId: string
  }
  const { rows } = await sql<Row>`
    select named.work, listed.* from unnest(${works}::text[]) as named (work)
    cross join lateral (
      select title, author, isbn, branch, search_text as text, books.id as "bookId",
        seller_id as "sellerId"
      from books join accounts as seller on seller.id = books.seller_id
      where work_id(search_text) = named.work and ${isKnownListing(sql`${now}`)}
        and exists (select from wants where wants.work = named.work and ${isWanting}
          and wants.person_id <> seller.person_id)
      order by books.id limit 1) as listed`.execute(db)
  return new Map(
    rows.map(({ work, text, bookId, sellerId, title, author, isbn, branch }) => [
      work,
      {
        title,
        author,
        isbn,
        branch: canonicalBranch(branch),
        classes: classesIn(text),
        listing: { bookId, sellerId },
      },
    ]),
  )
}

async function findPublicTitles(
  db: Db,
  now: Date,
  isChosen: RawBuilder<SqlBool> = sql`true`,
): Promise<PublicTitle[]> {
  const counted = await countTitles(db, isChosen)
  const known = new Map(counted.map((title) => [title.work, wordsOfCatalogue(title)]))
  const others = counted.filter(({ work }) => !known.get(work)).map(({ work }) => work)
  const listed = await wordsOfListings(db, others, now)
  return counted.flatMap(({ names: _, ...title }) => {
    const words = known.get(title.work) ?? listed.get(title.work)
    return words ? [{ ...title, ...words }] : []
  })
}

/** Finds a title of the public page by its id. Returns undefined if the title isn't public. */
export async function findPublicTitle(
  db: Db,
  id: string,
  now: Date,
): Promise<PublicTitle | undefined> {
  return (await findPublicTitles(db, now, sql`wanted_id(work) = ${id}::uuid`))[0]
}

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>

const readPublicTitles = ({ db, cache, now }: Context): Promise<PublicTitle[]> =>
  cache.getOrCompute(
    'wanted titles',
    { topics: ['wants', 'removals'], maxAgeSeconds: wantedCacheSeconds },
    () => findPublicTitles(db, now()),
  )

/**
 * Hides a title from the public page and returns its name. Returns undefined if it isn't public.
 */
export async function hideWantedTitle(db: Db, id: string, now: Date): Promise<string | undefined> {
  const shown = await findPublicTitle(db, id, now)
  if (!shown) return undefined
  await db
    .insertInto('hidden_wanted_titles')
    .values({ work: shown.work, title: shown.title, hidden_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return shown.title
}

/** Shows a hidden title again and returns its name. Returns undefined if it isn't hidden. */
export async function unhideWantedTitle(db: Db, id: string): Promise<string | undefined> {
  const hidden = db.deleteFrom('hidden_wanted_titles').where('id', '=', id).returning('title')
  return (await hidden.executeTakeFirst())?.title
}

/** Finds the ids of the title pages of wanted titles that somebody offers. */
async function findPages(db: Db, rows: readonly PublicTitle[]): Promise<Map<string, string>> {
  const keysOf = (row: PublicTitle) => [
    ...(row.isbn === null ? [] : [titleKey(row)]),
    titleKey({ ...row, isbn: null }),
  ]
  const offered = await findOfferedTitles(db, rows.flatMap(keysOf), [])
  return new Map(
    rows.flatMap((row) => {
      const key = keysOf(row).find((one) => offered.has(one))
      return key === undefined ? [] : [[row.id, titleIdOf(key)]]
    }),
  )
}

const viewTitle = ({ id, title, author, isbn, branch, ...row }: PublicTitle): Wanted => ({
  _id: id,
  title,
  author,
  isbn: isbn ?? undefined,
  branch: branch ?? undefined,
  people: row.people,
  classes: row.classes,
  cities: row.cities.slice(0, maxCitiesOfTitle).flatMap(({ city, people }) => {
    const name = cityNameOf(city)
    return name === undefined ? [] : [{ city: name, people }]
  }),
  can: row.listing === null ? [] : ['report'],
})

/**
 * Returns the titles that are wanted in a city, counting only people in that city. If no city is
 * given, returns all titles.
 */
function titlesIn(titles: readonly PublicTitle[], city: string | undefined): PublicTitle[] {
  if (city === undefined) return [...titles]
  const keys = cityKeysOf(city)
  return titles
    .map((title) => {
      const there = title.cities.filter((one) => keys.includes(one.city))
      return { ...title, people: there.reduce((sum, { people }) => sum + people, 0) }
    })
    .filter(({ people }) => people > 0)
    .sort((a, b) => b.people - a.people || (a.work < b.work ? -1 : 1))
}

export async function findWanted(context: Context, query: Query): Promise<Page<Wanted>> {
  const { branch, class: number, city, cursor } = query
  const after = readCursor(cursor, 2)
  const [people, work] = after ? [cursorInteger(after[0]), `${after[1]}`] : []
  const rows = titlesIn(await readPublicTitles(context), city)
    .filter((title) => branch === undefined || title.branch === canonicalBranch(branch))
    .filter((title) => number === undefined || title.classes.includes(`${number}`))
    .filter(
      (title) =>
        people === undefined ||
        work === undefined ||
        title.people < people ||
        (title.people === people && title.work > work),
    )
    .slice(0, rowLimit(query, maxWantedTitles))
  const page = toPage(rows, query, maxWantedTitles, ({ people, work }) => [people, work])
  const pages = await findPages(context.db, page.rows)
  return {
    rows: page.rows.map((row) => ({ ...viewTitle(row), titlePage: pages.get(row.id) })),
    next: page.next,
  }
}

/** Returns the filters of the public page: the branches and classes of titles, and the cities. */
export async function findWantedFilters(context: Context) {
  const titles = await readPublicTitles(context)
  const mostFirst = (names: readonly string[]) =>
    [...Map.groupBy(names, (name) => name)]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([name]) => name)
  const cities = titles.flatMap((title) => title.cities.map(({ city }) => city))
  return {
    branches: mostFirst(titles.flatMap(({ branch }) => branch ?? [])),
    classes: [...new Set(titles.flatMap(({ classes }) => classes))].sort(
      (one, other) => Number(one) - Number(other),
    ),
    cities: mostFirst(cities)
      .slice(0, maxFilterCities)
      .flatMap((city) => cityNameOf(city) ?? [])
      .sort(),
  }
}
