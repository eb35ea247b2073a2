// A title of thousands of copies, which no filled market has: made in a transaction and taken back.
import { type Kysely, sql, type Transaction } from 'kysely'
import { titleKey, titleSearchText } from '#contract/books/title-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export const popularTitle = {
  title: 'Calculus Made Easy',
  author: 'Silvanus P. Thompson',
  publicationYear: 2015,
}
const key = titleKey(popularTitle)
const isbnBegin = '979800000000'

/** The columns of a table that are taken over from other rows. */
async function columnsBut(db: Kysely<Tables>, table: 'books' | 'orders', changed: string[]) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() and is_generated = 'NEVER'
      and column_name <> all(${changed})`.execute(db)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** So many rows of the first thousand, each with its `place`. */
const many = (table: 'books' | 'orders', count: number) => sql`
  (select given.*, row_number() over () as place from (select * from ${sql.table(table)} limit 1000) as given
    cross join generate_series(1, ${count}) limit ${count}) as many`

/** Used copies on offer: half have one of ten ISBNs, and each fifth costs what was predicted. */
async function insertListings(db: Kysely<Tables>, count: number): Promise<void> {
  const changed = ['id', 'title', 'author', 'isbn', 'title_key', 'search_text', 'book_type']
  const own = await columnsBut(db, 'books', [...changed, 'publication_year', 'custom_price'])
  const isbn = sql`case when place % 2 = 0 then ${isbnBegin} || place % 10 end`
  await sql`
    insert into books (id, title, author, isbn, title_key, search_text, book_type, publication_year,
      custom_price, ${own})
    select gen_random_uuid(), ${popularTitle.title}, ${popularTitle.author}, ${isbn},
      coalesce('isbn ' || ${isbn}, ${key}), ${titleSearchText(popularTitle)}, 'old', 2015,
      case when place % 5 > 0 then price end, ${own}
    from ${many('books', count)}`.execute(db)
}

async function insertSales(db: Kysely<Tables>, count: number): Promise<void> {
  const changed = ['id', 'title_key', 'created_at']
  const own = await columnsBut(db, 'orders', changed)
  await sql`
    insert into orders (id, title_key, created_at, ${own})
    select gen_random_uuid(), ${key}, now() - make_interval(mins => place::integer), ${own}
    from ${many('orders', count)}`.execute(db)
}

/** Does some work with so many copies of the popular title on offer, and as many sold. */
export async function withPopularTitle(
  db: Kysely<Tables>,
  copies: number,
  work: (db: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    await insertListings(transaction, copies)
    await insertSales(transaction, copies)
    await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}
