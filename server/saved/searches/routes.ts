import {
  listSavedSearches,
  openSavedSearch,
  removeSavedSearch,
  saveSearch,
} from '#contract/books/saved-searches.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { maxBuyersPerRun, notifyEverySeconds } from '#server/saved/policy.ts'
import { keptFilters } from './rules.ts'
import { notifyOfNewCopies } from './search-notices.ts'
import { insertSearch, markOpened, removeSearch } from './store.ts'
import { findSearches, viewSearch } from './views.ts'

export function savedSearchRoutes(mount: Mount, context: AppContext): void {
  const { db, jobs, now } = context
  mount(listSavedSearches, (page, { viewer }) => findSearches(db, viewer.accountId, page))
  mount(saveSearch, async (asked, { viewer, commit }) => {
    const filters = keptFilters(asked)
    return viewSearch(await commit((db) => insertSearch(db, viewer.accountId, filters, now())))
  })
  mount(openSavedSearch, async ({ id }, { viewer, commit }) => {
    await commit((db) => markOpened(db, viewer.accountId, id))
    return { message: 'Seen.' }
  })
  mount(removeSavedSearch, async ({ id }, { viewer, commit }) => {
    await commit((db) => removeSearch(db, viewer.accountId, id, now()))
    return { message: 'No longer saved.' }
  })

  const name = 'tell of new copies'
  async function notify(signal: AbortSignal) {
    if ((await notifyOfNewCopies(context, signal)) === maxBuyersPerRun) jobs.soon(name, notify)
  }
  jobs.every(notifyEverySeconds, name, notify)
}
