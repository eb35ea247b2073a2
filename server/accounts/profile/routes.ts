import {
  changeBuyerPassword,
  changeSellerPassword,
  listSessions,
  logOutOtherSessions,
  type ProfileUpdate,
  readBuyerProfile,
  readSellerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { changePassword } from '#server/accounts/auth/change-password.ts'
import { endSessions, findSession } from '#server/accounts/auth/store.ts'
import {
  findPerson,
  lockAccountsOfEmail,
  lockPerson,
  updatePerson,
} from '#server/accounts/store.ts'
import { withStoredPhotos } from '#server/photos/keep-pictures.ts'
import { releasePhotos } from '#server/photos/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { changedPerson, pictureAfter, refuseSecondPicture } from './rules.ts'
import { viewProfile, viewSessions } from './views.ts'

export function profileRoutes(mount: Mount, parts: AppContext): void {
  const { db, live, log, now } = parts

  mount(readBuyerProfile, (_, { viewer }) => viewProfile(db, viewer))
  mount(readSellerProfile, (_, { viewer }) => viewProfile(db, viewer))

  type Changer = Pick<RequestContext<typeof updateBuyerProfile>, 'viewer' | 'uploads' | 'commit'>
  async function change(wanted: ProfileUpdate, { viewer, uploads, commit }: Changer) {
    refuseSecondPicture(uploads.length)
    // What kind of seller one is never changes, so it can be asked before the picture is worked on.
    const kind = (await findPerson(db, viewer.personId))?.seller_type ?? 'buyer'
    const changed = changedPerson(kind === 'shop owner', wanted)
    await withStoredPhotos(parts, { personId: viewer.personId, kind }, uploads, ([added]) =>
      commit(
        async (db) => {
          const person = await lockPerson(db, viewer.personId)
          if (!person) throw new AppError('session_ended')
          const picture = pictureAfter(person.picture, wanted, added)
          await updatePerson(db, person.id, { ...changed, picture })
          if (person.picture !== null && person.picture !== picture)
            await releasePhotos(db, [person.picture], now())
          return { isRenamed: changed.name !== undefined && changed.name !== person.name }
        },
        // Of all this only the name is shown to others.
        ({ isRenamed }) => (isRenamed ? updateBuyerProfile.changes : ['accounts']),
      ),
    )
    return { message: 'Profile updated successfully!', ...(await viewProfile(db, viewer)) }
  }
  mount(updateBuyerProfile, change)
  mount(updateSellerProfile, change)

  mount(changeBuyerPassword, (form, call) => changePassword(parts, call, form))
  mount(changeSellerPassword, (form, call) => changePassword(parts, call, form))

  mount(listSessions, (_, { viewer }) => viewSessions(db, viewer, now()))
  mount(logOutOtherSessions, async (_, { viewer, ip, commit }) => {
    const accounts = await commit(async (db) => {
      // Under the locks that a switch to the other account takes, so that none comes out of a session that ends here.
      const ids = (await lockAccountsOfEmail(db, viewer.personId)).map(({ id }) => id)
      if (ids.length === 0 || !(await findSession(db, viewer.session)))
        throw new AppError('session_ended')
      // Not the browsers that are known: whoever holds this session gave no password, and must not lock its owner out.
      await endSessions(db, ids, viewer.session)
      return ids
    })
    for (const id of accounts)
      live.endPerson(id, 'You were logged out from another device.', viewer.session)
    logSecurity(log, 'sessions_ended', { role: viewer.role, person: viewer.personId, address: ip })
    return { message: 'You are logged out everywhere else.' }
  })
}
