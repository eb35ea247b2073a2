// Finds what is known about a book by its ISBN: in listings, in the catalogue that comes with
// Dobara, and among the titles that the operator imported.
import { sql } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import type { TitleFacts } from '#contract/books/titles.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findInCatalogue } from '#server/wishlist/wants/catalogue.ts'

/** Only this many of the newest listings count, so that a wrong one is outvoted in time. */
const maxListings = 20

type Row = {
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

/** Returns the most frequent values of the newest listings, even deleted ones. */
async function findInListings(db: Db, isbn: string): Promise<Row | undefined> {
  const { rows } = await sql<Row | Record<keyof Row, null>>`
    select mode() within group (order by title) as title,
      mode() within group (order by author) as author,
      mode() within group (order by branch) as branch,
      mode() within group (order by publication_year) as publication_year,
      mode() within group (order by pages) as pages,
      mode() within group (order by original_price) filter (where book_type = 'old') as original_price
    from (select books.* from books join accounts on accounts.id = books.seller_id
      where title_key = ${titleKey({ title: '', author: '', isbn })}
        and not books.is_hidden and accounts.status = 'active'
      order by books.id desc limit ${maxListings}) as newest`.execute(db)
  const [found] = rows
  return found?.title ? found : undefined
}

const findImported = (db: Db, isbn: string): Promise<Row | undefined> =>
  db
    .selectFrom('imported_titles')
    .leftJoin('imported_authors', 'imported_authors.key', 'imported_titles.author_key')
    .select(['title', 'branch', 'publication_year', 'pages', 'original_price'])
    .select(({ fn, ref }) => fn.coalesce('author', ref('imported_authors.name')).as('author'))
    .where('isbn', '=', isbn)
    .executeTakeFirst()

/** Throws isbn_unknown. */
export async function findFactsByIsbn(db: Db, isbn: string): Promise<TitleFacts> {
  const { title, author, branch } = findInCatalogue({ isbn }) ?? {}
  const facts = {
    ...toFacts(await findImported(db, isbn)),
    ...(title !== undefined && { title, author }),
    ...(branch !== undefined && { branch }),
    ...toFacts(await findInListings(db, isbn)),
  }
  if (facts.title === undefined || facts.author === undefined) throw new AppError('isbn_unknown')
  return { ...facts, isbn, title: facts.title, author: facts.author }
}
