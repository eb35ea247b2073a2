import { normalize } from '#contract/books/normalize.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { listSavedBooks, readSavedIds, saveBook, unsaveBook } from '#contract/wishlist/hearts.ts'
import {
  listSavedSearches,
  openSavedSearch,
  removeSavedSearch,
  saveSearch,
} from '#contract/wishlist/searches.ts'
import { countWanted, listTitleSets, suggestTitles } from '#contract/wishlist/titles.ts'
import { listWanted, readWantedFilters } from '#contract/wishlist/wanted.ts'
import {
  addWants,
  declineReservation,
  listWants,
  removeWant,
  updateWant,
  wantAnother,
} from '#contract/wishlist/wants.ts'
import { forAll } from '#server/books/market/shared-reads.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { findSavedBooks, findSavedIds, insertSavedBook } from './hearts/hearts.ts'
import { notifyOfSavedBooks } from './hearts/notices.ts'
import { wantedCacheSeconds } from './limits.ts'
import { declineOwn, passReservationsOn, sendReservationChange } from './queue/queue.ts'
import { removeSaved } from './saved.ts'
import { notifyOfNewCopies } from './searches/notices.ts'
import { keptFilters } from './searches/rules.ts'
import { findSearches, insertSearch, markOpened, viewSearch } from './searches/searches.ts'
import { catalogueSets } from './wants/catalogue.ts'
import { countPeople } from './wants/counts.ts'
import { limitsAfter } from './wants/rules.ts'
import { changeWant, deleteWant, insertWants, renewWant } from './wants/store.ts'
import { chooseTitle, suggestTitles as suggest } from './wants/titles.ts'
import { findWants } from './wants/views.ts'
import { findWanted, findWantedFilters } from './wants/wanted.ts'

const passOnSeconds = 60

/** The catalogue changes only with a new version of Dobara. */
const setsCacheSeconds = 3600

const suggestionCacheSeconds = 60

/**
 * The job for saved books runs less often than the one for searches, because it compares all books
 * that anyone has saved.
 */
const heartSeconds = 300
const searchSeconds = 60

function heartRoutes(mount: Mount, { db, now }: AppContext): void {
  mount(listSavedBooks, (page, { viewer }) => findSavedBooks(db, viewer.accountId, page, now()))
  mount(readSavedIds, async (_, { viewer }) => ({ ids: await findSavedIds(db, viewer.accountId) }))
  mount(saveBook, async ({ id: bookId }, { viewer, commit }) => {
    await commit((db) => insertSavedBook(db, { accountId: viewer.accountId, bookId }, now()))
    return { message: 'Saved.' }
  })
  mount(unsaveBook, async ({ id }, { viewer, commit }) => {
    await commit((db) =>
      removeSaved(db, { accountId: viewer.accountId, table: 'saved_books', id }, now()),
    )
    return { message: 'No longer saved.' }
  })
}

function searchRoutes(mount: Mount, { db, now }: AppContext): void {
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
    await commit((db) =>
      removeSaved(db, { accountId: viewer.accountId, table: 'saved_searches', id }, now()),
    )
    return { message: 'No longer saved.' }
  })
}

function titleRoutes(mount: Mount, context: AppContext): void {
  const { db } = context
  mount(suggestTitles, async ({ typed = '' }) =>
    forAll(
      [],
      async () => ({ titles: await suggest(db, normalize(typed)) }),
      suggestionCacheSeconds,
    ),
  )
  mount(
    listTitleSets,
    async () =>
      new CacheableResponse({ maxAgeSeconds: setsCacheSeconds, topics: [] }, async () => ({
        sets: catalogueSets(),
      })),
  )
  mount(countWanted, async ({ title, author, isbn = null, condition }, { viewer }) => ({
    people: await countPeople(db, {
      isbn,
      searchText:
        title === undefined || author === undefined ? null : titleSearchText({ title, author }),
      condition,
      exceptAccountId: viewer.accountId,
    }),
  }))
  const cached = { maxAgeSeconds: wantedCacheSeconds, topics: ['wants', 'removals'] as const }
  mount(
    listWanted,
    async (query) => new CacheableResponse(cached, () => findWanted(context, query)),
  )
  mount(
    readWantedFilters,
    async () => new CacheableResponse(cached, () => findWantedFilters(context)),
  )
}

/**
 * `checkRing` checks whether an account's ring can continue after the wants of its person have
 * changed.
 */
type Rings = { checkRing: (accountId: string) => void }

function wantRoutes(
  mount: Mount,
  context: AppContext,
  { checkRing, passOnSoon }: Rings & { passOnSoon: () => void },
): void {
  const { db, now } = context
  mount(listWants, (_, { viewer }) => findWants(db, viewer.accountId, now()))
  mount(addWants, async ({ titles, pinCode, ...asked }, { viewer, commit }) => {
    const chosen = await Promise.all(titles.map((title) => chooseTitle(db, title)))
    const change = { accountId: viewer.accountId, pinCode, now: now() }
    const wants = { titles: chosen, limits: limitsAfter(asked) }
    const added = await commit((db) => insertWants(db, change, wants))
    return { added, kept: titles.length - added }
  })
  mount(updateWant, async ({ id, pinCode, ...asked }, { viewer, commit }) => {
    const change = { accountId: viewer.accountId, pinCode }
    await commit((db) => changeWant(db, change, { id, asked }))
    passOnSoon()
    checkRing(viewer.accountId)
    return { message: 'Saved.' }
  })
  mount(wantAnother, async ({ id }, { viewer, commit }) => {
    await commit((db) => renewWant(db, viewer.accountId, id, now()))
    return { message: 'You wait for another copy.' }
  })
  mount(removeWant, async ({ id }, { viewer, commit }) => {
    await commit((db) => deleteWant(db, viewer.accountId, id))
    passOnSoon()
    checkRing(viewer.accountId)
    return { message: 'Removed.' }
  })
  mount(declineReservation, async ({ id }, { viewer, commit }) => {
    const passed = await commit((db) => declineOwn(db, viewer.accountId, id, now()))
    if (passed) sendReservationChange(context, passed)
    return { message: 'The copy goes to the next person.' }
  })
}

export function wishlistRoutes(mount: Mount, context: AppContext, { checkRing }: Rings): void {
  const { jobs } = context
  jobs.every(heartSeconds, 'notify of saved books', (signal) => notifyOfSavedBooks(context, signal))
  jobs.every(searchSeconds, 'notify of new copies', (signal) => notifyOfNewCopies(context, signal))
  const passOn = (signal: AbortSignal) => passReservationsOn(context, { signal })
  jobs.every(passOnSeconds, 'pass reservations on', passOn)
  const passOnSoon = () => jobs.soon('pass reservations on', passOn)

  heartRoutes(mount, context)
  searchRoutes(mount, context)
  titleRoutes(mount, context)
  wantRoutes(mount, context, { checkRing, passOnSoon })
}
