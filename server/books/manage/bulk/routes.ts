import { changeManyBooks, undoBookChanges } from '#contract/books/bulk-changes.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { findListingSeller } from '#server/books/listing.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { createPredictorOfMany } from '#server/pricing/predict.ts'
import {
  deleteOldBookChanges,
  insertBookChange,
  undoBookChange,
  viewBookChange,
} from './book-changes.ts'
import { changeMany } from './change-many.ts'

const cleanUpSeconds = 3600

/** Called in the transaction with the ids of changed books, and after it with the result. */
type Consequences<T> = {
  inTransaction: (db: Db, ids: readonly string[]) => Promise<T>
  after: (sellerId: string, result: T) => void
}

async function lockSeller(db: Db, id: string): Promise<void> {
  if (!(await lockAccount(db, id, 'seller'))) throw new AppError('session_ended')
}

export function bulkRoutes<T>(
  mount: Mount,
  context: AppContext,
  { inTransaction, after }: Consequences<T>,
): void {
  const { db, jobs, now } = context
  jobs.every(cleanUpSeconds, 'delete old changes of books', () => deleteOldBookChanges(db, now()))

  mount(changeManyBooks, {
    create: async (input, { viewer, commit }) => {
      const sellerId = viewer.accountId
      const predictAll = await createPredictorOfMany(context, sellerId)
      const { sellerType } = await findListingSeller(db, sellerId)
      const { id, result } = await commit(async (db) => {
        await lockSeller(db, sellerId)
        const seller = { id: sellerId, sellerType }
        const { kind, changed } = await changeMany(db, seller, input, predictAll, now())
        const result = await inTransaction(
          db,
          changed.map(({ id }) => id),
        )
        return { id: await insertBookChange(db, { sellerId, kind, changed, now: now() }), result }
      })
      after(sellerId, result)
      return id
    },
    read: async (id) => {
      const { count, canUndo } = await viewBookChange(db, id)
      const message = count === 1 ? '1 book changed.' : `${count} books changed.`
      return { _id: id, message, changed: count, can: canUndo ? ['undo'] : [] }
    },
  })

  mount(undoBookChanges, async ({ id }, { viewer, commit }) => {
    const result = await commit(async (db) => {
      await lockSeller(db, viewer.accountId)
      return inTransaction(db, await undoBookChange(db, viewer.accountId, id, now()))
    })
    after(viewer.accountId, result)
    return { message: 'Undone.' }
  })
}
