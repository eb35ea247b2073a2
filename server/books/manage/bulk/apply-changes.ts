// Writes changed columns of several locked books, with what depends on them.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { changeBooks } from '#server/books/changed-books.ts'
import { setCopies } from '#server/books/copies.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { deleteBooks } from '#server/books/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { LockedBook } from './lock-books.ts'
import type { ChangedPrices } from './price-change.ts'

const booksAtOnce = 50

/** The columns that each kind of change sets. */
type Columns = {
  price: ChangedPrices
  stock: Pick<LockedBook, 'copies'>
  branch: Pick<LockedBook, 'branch'>
  shelfCode: Pick<LockedBook, 'shelf_code'>
  hidden: Pick<LockedBook, 'hidden_by_seller'>
  deleted: Record<string, never>
}
export type ChangeKind = keyof Columns
/** A changed book: the columns that the change sets, before and after it. */
export type Changed = {
  [Kind in ChangeKind]: { kind: Kind; id: string; before: Columns[Kind]; after: Columns[Kind] }
}[ChangeKind]

/** Writes the same columns of each row. */
async function writeColumns(
  db: Db,
  rows: readonly { id: string; [column: string]: unknown }[],
  now: Date,
): Promise<void> {
  const [{ id: _, ...columns } = { id: '' }] = rows
  const sets = Object.keys(columns).map((name) => sql`${sql.ref(name)} = changed.${sql.ref(name)}`)
  const resetRecommendations = 'branch' in columns ? sql`, recommended_at = null` : sql``
  await changeBooks(
    db,
    rows.map(({ id }) => id),
    () =>
      sql`update books set ${sql.join(sets)}, updated_at = ${now} ${resetRecommendations}
        from jsonb_populate_recordset(null::books, ${JSON.stringify(rows)}::jsonb) as changed
        where books.id = changed.id`.execute(db),
  )
}

/** Changes locked books, all of them in the same way, and what depends on them. */
export async function applyChanges(
  db: Db,
  books: readonly LockedBook[],
  changed: readonly Changed[],
  now: Date,
): Promise<void> {
  const [first] = changed
  if (!first) return
  const ids = changed.map(({ id }) => id)
  if (first.kind === 'deleted') return void (await deleteBooks(db, ids, now))
  if (first.kind === 'stock')
    return setCopies(
      db,
      changed.flatMap(({ kind, id, before, after }) =>
        kind === 'stock' ? { id, before: before.copies, copies: after.copies } : [],
      ),
    )
  const byId = new Map(books.map((book) => [book.id, book]))
  const rows: { id: string }[] = []
  for (const { kind, id, after } of changed) {
    const book = byId.get(id)
    const search = kind === 'branch' && book && { search_text: searchText({ ...book, ...after }) }
    rows.push({ id, ...after, ...search })
    // The words of thousands of descriptions would keep other requests waiting for seconds.
    if (search && rows.length % booksAtOnce === 0) await setImmediate()
  }
  await writeColumns(db, rows, now)
}
