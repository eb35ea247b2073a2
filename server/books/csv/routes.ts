import { readFile } from 'node:fs/promises'
import { exportBooks, importBooks, previewImport } from '#contract/books/manage/csv.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { findListingSeller } from '#server/books/listing.ts'
import { insertBooks } from '#server/books/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Upload } from '#server/platform/http/requests/uploaded-files.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { createQueue } from '#server/platform/limits/queue.ts'
import { countUse } from '#server/platform/limits/quotas.ts'
import { type CheckedImport, checkImport, previewOf } from './check-import.ts'
import { exportBooksPage } from './export-books.ts'

async function readUpload([upload, ...others]: readonly Upload[]): Promise<Buffer> {
  if (!upload || others.length > 0) throw new AppError('one_csv')
  return typeof upload.source === 'string' ? readFile(upload.source) : upload.source
}

/** Returns all books of an import, deleted ones too, so that they stay in the order of its rows. */
const findBooksOfImport = (db: Db, sellerId: string, importId: string) =>
  db
    .selectFrom('books')
    .select('id as _id')
    .where('import_id', '=', importId)
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute()

type Listing = NonNullable<CheckedImport['rows'][number]['listing']>

/** Returns the id of the import. */
async function insertDrafts(
  db: Db,
  sellerId: string,
  listings: readonly Listing[],
  now: Date,
): Promise<string> {
  const import_id = newId()
  const draft = { seller_id: sellerId, created_at: now, needs_photos: true, import_id }
  await insertBooks(
    db,
    listings.map((listing) => ({ book: { ...listing, ...draft, id: newId() }, hashes: [] })),
  )
  return import_id
}

/**
 * Imports take turns before each takes a connection. Otherwise those that wait for the lock could
 * hold all connections of the process. If many wait, others are refused as busy.
 */
const takeTurns = createQueue(1, 20)

export function csvRoutes(mount: Mount, context: AppContext): void {
  const { db, config, now } = context

  mount(previewImport, async ({ withErrors = false }, { viewer, uploads }) => {
    const checked = await checkImport(context, await readUpload(uploads), viewer.accountId)
    return previewOf(context, checked, viewer.accountId, withErrors)
  })

  mount(importBooks, {
    create: async (_, { viewer, uploads, commit }) => {
      const { accountId } = viewer
      const { rows } = await checkImport(context, await readUpload(uploads), accountId)
      const listings = rows.flatMap(({ listing }) => listing ?? [])
      if (listings.length < rows.length) throw new AppError('csv_has_errors')
      const { listingUse } = await findListingSeller(db, accountId)
      const use = { ...listingUse, count: listings.length }
      const { id } = await takeTurns('', () =>
        commit(async (db) => {
          // One import at a time in all processes, because each takes a lock per title, and their
          // number is limited.
          await lockKey(db, 'imports of books')
          if (!(await lockAccount(db, accountId, 'seller'))) throw new AppError('session_ended')
          if (config.rateLimit) await countUse(db, use, now())
          return { id: await insertDrafts(db, accountId, listings, now()) }
        }),
      )
      return id
    },
    read: async (id, { viewer }) => {
      const books = await findBooksOfImport(db, viewer.accountId, id)
      return { message: `${formatCount(books.length, 'book')} imported.`, books }
    },
  })

  mount(exportBooks, ({ cursor }, { viewer }) =>
    exportBooksPage(db, viewer.accountId, cursor, config.publicUrl ?? ''),
  )
}
