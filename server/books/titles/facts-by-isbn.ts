// Finds what is known about a book by its ISBN: in listings, in the catalogue that comes with
// Dobara, and among the titles that the operator imported.
import { sql } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import type { TitleFacts } from '#contract/books/titles.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { findInCatalogue } from '#server/wishlist/wants/catalogue.ts'

/** Only this many of the newest listings count, so that a wrong one is outvoted in time. */
const maxListings = 20

type Row = {
  isbn: string
  title: string
  author: string | null
  branch: string | null
  publication_year: number | null
  pages: number | null
  original_price: number | null
}

const toFacts = (row: Row | undefined): Partial<TitleFacts> =>
  row
    ? {
        title: row.title,
        ...(row.author !== null && { author: row.author }),
        ...(row.branch !== null && { branch: row.branch }),
        ...(row.publication_year !== null && { publication_year: row.publication_year }),
        ...(row.pages !== null && { pages: row.pages }),
        ...(row.original_price !== null && { original_price: toRupees(row.original_price) }),
      }
    : {}

const byIsbn = (rows: readonly Row[]) => new Map(rows.map((row) => [row.isbn, row]))

/** Returns the most frequent values of the newest listings of each ISBN, even deleted ones. */
async function findInListings(db: Db, isbns: readonly string[]): Promise<Map<string, Row>> {
  const asked = isbns.map((isbn) => ({ isbn, key: titleKey({ title: '', author: '', isbn }) }))
  const { rows } = await sql<Row>`
    select asked.isbn, found.* from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(isbn text, key text)
    cross join lateral (
      select mode() within group (order by title) as title,
        mode() within group (order by author) as author,
        mode() within group (order by branch) as branch,
        mode() within group (order by publication_year) as publication_year,
        mode() within group (order by pages) as pages,
        mode() within group (order by original_price) filter (where book_type = 'old') as original_price
      from (select books.* from books join accounts on accounts.id = books.seller_id
        where title_key = asked.key and not books.is_hidden and accounts.status = 'active'
        order by books.id desc limit ${maxListings}) as newest) as found
    where found.title is not null`.execute(db)
  return byIsbn(rows)
}

const findImported = async (db: Db, isbns: readonly string[]): Promise<Map<string, Row>> =>
  byIsbn(
    await db
      .selectFrom('imported_titles')
      .leftJoin('imported_authors', 'imported_authors.key', 'imported_titles.author_key')
      .select(['isbn', 'title', 'branch', 'publication_year', 'pages', 'original_price'])
      .select(({ fn, ref }) => fn.coalesce('author', ref('imported_authors.name')).as('author'))
      .where(sql<boolean>`isbn = any(${arrayOf('text', isbns)})`)
      .execute(),
  )

/** Returns the facts of those ISBNs that are known, by ISBN. */
export async function findFactsByIsbns(
  db: Db,
  isbns: readonly string[],
): Promise<Map<string, TitleFacts>> {
  if (isbns.length === 0) return new Map()
  const [imported, listed] = [await findImported(db, isbns), await findInListings(db, isbns)]
  const known = new Map<string, TitleFacts>()
  for (const isbn of isbns) {
    const { classes: _, ...inCatalogue } = findInCatalogue({ isbn }) ?? { classes: [] }
    const facts = {
      ...toFacts(imported.get(isbn)),
      ...inCatalogue,
      ...toFacts(listed.get(isbn)),
    }
    if (facts.title !== undefined && facts.author !== undefined)
      known.set(isbn, { ...facts, isbn, title: facts.title, author: facts.author })
  }
  return known
}

/** Throws isbn_unknown. */
export async function findFactsByIsbn(db: Db, isbn: string): Promise<TitleFacts> {
  const facts = (await findFactsByIsbns(db, [isbn])).get(isbn)
  if (!facts) throw new AppError('isbn_unknown')
  return facts
}
