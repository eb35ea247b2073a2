import { changeManyBooks, undoBookChanges } from '#contract/books/manage/bulk-changes.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { findListingSeller } from '#server/books/listing.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { createQueue } from '#server/platform/limits/queue.ts'
import { createPredictorOfMany } from '#server/pricing/predict.ts'
import type { ChangeKind } from './apply-changes.ts'
import {
  deleteOldBookChanges,
  insertBookChange,
  undoBookChange,
  viewBookChange,
} from './book-changes.ts'
import { changeMany } from './change-many.ts'

const cleanUpSeconds = 3600

/** Called after a transaction with the ids of the changed books. */
type OnChange = (sellerId: string, ids: readonly string[]) => Promise<void>

/** Only what disappears from the market is urgent for everyone. */
const topicsOf = (kind: ChangeKind) =>
  (changeManyBooks.changes ?? []).filter(
    (topic) => topic !== 'removals' || kind === 'hidden' || kind === 'deleted',
  )

async function lockSeller(db: Db, id: string): Promise<void> {
  if (!(await lockAccount(db, id, 'seller'))) throw new AppError('session_ended')
}

/**
 * The changes of a seller take turns before each takes a connection. Otherwise those that wait for
 * the lock could hold all connections of the process.
 */
const takeTurns = createQueue(1, 20)

export function bulkRoutes(mount: Mount, context: AppContext, onChange: OnChange): void {
  const { db, jobs, now } = context
  jobs.every(cleanUpSeconds, 'delete old changes of books', () => deleteOldBookChanges(db, now()))

  mount(changeManyBooks, {
    create: async (input, { viewer, commit }) => {
      const sellerId = viewer.accountId
      const predictAll = await createPredictorOfMany(context, sellerId)
      const { sellerType } = await findListingSeller(db, sellerId)
      const kind = input.change.kind === 'sold' ? 'stock' : input.change.kind
      const change = async (db: Db) => {
        await lockSeller(db, sellerId)
        const seller = { id: sellerId, sellerType }
        const changed = await changeMany(db, seller, input, predictAll, now())
        const id = await insertBookChange(db, { sellerId, kind, changed, now: now() })
        return { id, changed }
      }
      const { id, changed } = await takeTurns(sellerId, () => commit(change, () => topicsOf(kind)))
      await onChange(
        sellerId,
        changed.map(({ id }) => id),
      )
      return id
    },
    read: async (id) => {
      const { kind, count, canUndo, available } = await viewBookChange(db, id)
      const message = `${formatCount(count, 'book')} ${kind === 'deleted' ? 'deleted' : 'changed'}.`
      return { _id: id, message, changed: count, available, can: canUndo ? ['undo'] : [] }
    },
  })

  mount(undoBookChanges, async ({ id }, { viewer, commit }) => {
    const { accountId } = viewer
    const changedIds = await takeTurns(accountId, () =>
      commit(async (db) => {
        await lockSeller(db, accountId)
        return undoBookChange(db, accountId, id, now())
      }),
    )
    await onChange(accountId, changedIds)
    return { message: 'Undone.' }
  })
}
