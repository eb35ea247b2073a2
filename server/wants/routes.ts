import { normalize } from '#contract/books/normalize.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { countWanted, listTitleSets, suggestTitles } from '#contract/wants/titles.ts'
import { listWanted, readWantedFilters } from '#contract/wants/wanted.ts'
import {
  addWants,
  declineReservation,
  listWants,
  readWant,
  removeWant,
  updateWant,
  wantAnother,
} from '#contract/wants/wants.ts'
import { forAll } from '#server/books/market/market-reads.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { Versioned } from '#server/platform/http/versions.ts'
import { declineOwn, passReservationsOn } from '#server/wants/reservations/pass-on.ts'
import { sendReservationChange } from '#server/wants/reservations/queue.ts'
import { catalogueSets } from './catalogue.ts'
import { countOthers } from './count-others.ts'
import { countWantedTitles, noteKnownTitles } from './count-titles.ts'
import {
  countSeconds,
  noteKnownSeconds,
  passOnSeconds,
  setsCacheSeconds,
  suggestionCacheSeconds,
  wantedCacheSeconds,
} from './policy.ts'
import { limitsAfter } from './rules.ts'
import { changeWant, deleteWant, insertWants, renewWant } from './store.ts'
import { type ChosenTitle, chooseTitle, suggestTitles as suggest } from './titles.ts'
import { findWant, findWants } from './views.ts'
import { findWanted, findWantedFilters } from './wanted.ts'

function titleRoutes(mount: Mount, { db }: AppContext): void {
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
  mount(countWanted, async ({ title, author, isbn, condition }, { viewer }) => ({
    people: await countOthers(db, viewer.accountId, {
      isbn: isbn ?? null,
      searchText:
        title === undefined || author === undefined ? null : titleSearchText({ title, author }),
      condition,
    }),
  }))
  const cached = { maxAgeSeconds: wantedCacheSeconds, topics: ['wants', 'removals'] as const }
  mount(listWanted, async (query) => new CacheableResponse(cached, () => findWanted(db, query)))
  mount(readWantedFilters, async () => new CacheableResponse(cached, () => findWantedFilters(db)))
}

/** `checkRing`: whether the ring of an account goes on after a change of what its person wants. */
type Rings = { checkRing: (accountId: string) => void }

export function wantRoutes(mount: Mount, context: AppContext, { checkRing }: Rings): void {
  const { db, config, jobs, now } = context
  const name = 'count what is wanted'
  const count = (signal: AbortSignal) => countWantedTitles(context, signal)
  jobs.every(countSeconds, name, count)
  const note = async () => {
    await noteKnownTitles(context)
    jobs.soon(name, count)
  }
  // Then what was left over, and what a new demo market wants.
  jobs.soon('note known titles', note)
  jobs.every(noteKnownSeconds, 'note known titles', note)
  const passOn = (signal: AbortSignal) => passReservationsOn(context, signal)
  const passOnSoon = () => jobs.soon('pass reservations on', passOn)
  jobs.every(passOnSeconds, 'pass reservations on', passOn)

  mount(listWants, (_, { viewer }) => findWants(db, viewer.accountId, now()))
  mount(addWants, async ({ titles, pinCode, ...asked }, { viewer, commit }) => {
    const chosen: ChosenTitle[] = []
    for (const title of titles) chosen.push(await chooseTitle(db, viewer.accountId, title, now()))
    const change = { accountId: viewer.accountId, pinCode, isLimited: config.rateLimit }
    const wants = { titles: chosen, limits: limitsAfter(asked) }
    const added = await commit((db) => insertWants(db, change, wants, now()))
    jobs.soon(name, count)
    return { added, kept: titles.length - added }
  })
  mount(readWant, ({ id }, { viewer }) => findWant(db, viewer.accountId, id, now()))
  mount(updateWant, async ({ id, pinCode, ...asked }, { viewer, commit, expected }) => {
    const change = { accountId: viewer.accountId, pinCode, isLimited: config.rateLimit, expected }
    const version = await commit((db) => changeWant(db, change, { id, asked }, now()))
    jobs.soon(name, count)
    passOnSoon()
    checkRing(viewer.accountId)
    return new Versioned({ message: 'Saved.' }, version)
  })
  mount(wantAnother, async ({ id }, { viewer, commit }) => {
    const change = { accountId: viewer.accountId, pinCode: undefined, isLimited: config.rateLimit }
    await commit((db) => renewWant(db, change, id, now()))
    jobs.soon(name, count)
    return { message: 'You wait for another copy.' }
  })
  mount(removeWant, async ({ id }, { viewer, commit }) => {
    await commit((db) => deleteWant(db, viewer.accountId, id))
    jobs.soon(name, count)
    passOnSoon()
    checkRing(viewer.accountId)
    return { message: 'Removed.' }
  })
  mount(declineReservation, async ({ id }, { viewer, commit }) => {
    const passed = await commit((db) => declineOwn(db, viewer.accountId, id, now()))
    if (passed) sendReservationChange(context, passed)
    return { message: 'The copy goes to whoever is next.' }
  })
  titleRoutes(mount, context)
}
