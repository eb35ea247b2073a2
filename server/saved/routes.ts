import { listSavedBooks, readSavedIds, saveBook, unsaveBook } from '#contract/books/saved.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { maxBooksPerRun, notifyEverySeconds } from './policy.ts'
import { notifyOfSavedBooks } from './saved-book-notices.ts'
import { savedSearchRoutes } from './searches/routes.ts'
import { deleteRemoved, findSavedIds, insertSavedBook, removeSavedBook } from './store.ts'
import { findSavedBooks } from './views.ts'

export function savedRoutes(mount: Mount, context: AppContext): void {
  const { db, jobs, now } = context
  mount(listSavedBooks, (page, { viewer }) => findSavedBooks(db, viewer.accountId, page, now()))
  mount(readSavedIds, async (_, { viewer }) => ({ ids: await findSavedIds(db, viewer.accountId) }))

  mount(saveBook, async ({ id }, { viewer, commit }) => {
    const saved = { accountId: viewer.accountId, bookId: id }
    await commit((db) => insertSavedBook(db, saved, now()))
    return { message: 'Saved.' }
  })
  mount(unsaveBook, async ({ id }, { viewer, commit }) => {
    const saved = { accountId: viewer.accountId, bookId: id }
    await commit((db) => removeSavedBook(db, saved, now()))
    return { message: 'No longer saved.' }
  })

  savedSearchRoutes(mount, context)

  const name = 'tell of saved books'
  async function notify(signal: AbortSignal) {
    await deleteRemoved(db, now())
    if ((await notifyOfSavedBooks(context, signal)) === maxBooksPerRun) jobs.soon(name, notify)
  }
  jobs.every(notifyEverySeconds, name, notify)
}
