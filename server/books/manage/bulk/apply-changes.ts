// Writes changed columns of several locked books, with what depends on them.
import { type RawBuilder, sql } from 'kysely'
import { changeBooks } from '#server/books/changed-books.ts'
import { setCopies } from '#server/books/copies.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { deleteBooks } from '#server/books/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { LockedBook } from './lock-books.ts'

type Columns = Record<string, string | number | boolean | null>
/** A changed book: the columns that the change sets, before and after it. */
export type Changed = { id: string; before: Columns; after: Columns }
export type ChangeKind = 'price' | 'stock' | 'branch' | 'shelfCode' | 'hidden' | 'deleted'

const columnTypes: Record<string, RawBuilder<unknown>> = {
  original_price: sql`integer`,
  predicted_price: sql`integer`,
  custom_price: sql`integer`,
  price: sql`integer`,
  branch: sql`text`,
  search_text: sql`text`,
  shelf_code: sql`text`,
  hidden_by_seller: sql`boolean`,
}

async function writeColumns(
  db: Db,
  rows: readonly { id: string; columns: Columns }[],
  now: Date,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first.columns)
  const values = JSON.stringify(rows.map(({ id, columns }) => ({ id, ...columns })))
  const sets = names.map((name) => sql`${sql.ref(name)} = changed.${sql.ref(name)}`)
  const types = names.map((name) => sql`${sql.ref(name)} ${columnTypes[name]}`)
  const resetRecommendations = names.includes('branch') ? sql`, recommended_at = null` : sql``
  await changeBooks(
    db,
    rows.map(({ id }) => id),
    () =>
      sql`update books set ${sql.join(sets)}, updated_at = ${now} ${resetRecommendations}
        from jsonb_to_recordset(${values}::jsonb) as changed(id uuid, ${sql.join(types)})
        where books.id = changed.id`.execute(db),
  )
}

/** Sets the columns of locked books, and what depends on them. */
export async function applyChanges(
  db: Db,
  kind: ChangeKind,
  books: readonly LockedBook[],
  changed: readonly { id: string; columns: Columns }[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return
  const byId = new Map(books.map((book) => [book.id, book]))
  if (kind === 'deleted')
    await deleteBooks(
      db,
      changed.map(({ id }) => id),
      now,
    )
  else if (kind === 'stock')
    await setCopies(
      db,
      changed.map(({ id, columns }) => ({
        id,
        before: byId.get(id)?.copies ?? 0,
        copies: Number(columns.copies),
      })),
    )
  else if (kind === 'branch')
    await writeColumns(
      db,
      changed.flatMap(({ id, columns }) => {
        const book = byId.get(id)
        const branch = String(columns.branch)
        return book
          ? [{ id, columns: { branch, search_text: searchText({ ...book, branch }) } }]
          : []
      }),
      now,
    )
  else await writeColumns(db, changed, now)
}
