// Which wanted titles are public, and in whose words: those of the catalogue, or of a listing that
// isn't new. What people type when they want a title never is.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { catalogueByWork } from './catalogue.ts'
import { minListedDays } from './policy.ts'
import { isWanting } from './wanted-counts.ts'

/** Whether a listing is for sale and hasn't been edited for some days; needs `books`. */
export const isKnownListing = (now: RawBuilder<unknown>) => sql<SqlBool>`(${isOnMarketExcept()}
  and greatest(books.created_at, books.updated_at)
    <= ${now}::timestamptz - make_interval(days => ${sql.lit(minListedDays)}))`

/** Whether somebody else than the seller of a listing wants a title; needs `books`. */
export const isWantedByOthers = (work: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from wants where wants.work = ${work} and ${isWanting} and wants.person_id <> (
    select person_id from accounts where accounts.id = books.seller_id))`

type PublicTitle = {
  work: string
  title: string
  author: string
  isbn: string | null
  branch: string | null
  classes: string[]
  book_id: string | null
}

/** '11' and '12' of a text for searches that has the tags of these classes. */
const classesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/‡class-0?(\d{1,2})\b/g)].map(([, number]) => number ?? ''))].sort(
    (one, other) => Number(one) - Number(other),
  )

type Listing = Omit<PublicTitle, 'classes'> & { branch: string; text: string }

/** The first known listing of each title, without those of the only person who wants it. */
async function findListings(db: Db, works: readonly string[], now: Date): Promise<PublicTitle[]> {
  const { rows } = await sql<Listing>`
    select named.work, listed.* from unnest(${works}::text[]) as named (work)
    cross join lateral (
      select title, author, isbn, branch, search_text as text, id as book_id
      from books where work_id(search_text) = named.work
        and ${isKnownListing(sql`${now}`)} and ${isWantedByOthers(sql`named.work`)}
      order by id limit 1) as listed`.execute(db)
  return rows.map(({ text, branch, ...listing }) => ({
    ...listing,
    branch: canonicalBranch(branch),
    classes: classesIn(text),
  }))
}

/** Those of some titles, as in `wants.work`, that may be public. */
export async function findPublicTitles(
  db: Db,
  works: readonly string[],
  now: Date,
): Promise<PublicTitle[]> {
  const catalogue = await catalogueByWork(db)
  const known = works.flatMap((work): PublicTitle[] => {
    const found = catalogue.get(work)
    if (!found) return []
    const { title, author, isbn = null, branch = null } = found
    const classes = found.classes.length > 0 ? found.classes : classesIn(searchText(found))
    return [{ work, title, author, isbn, branch, classes, book_id: null }]
  })
  const others = works.filter((work) => !catalogue.has(work))
  return [...known, ...(await findListings(db, others, now))]
}
