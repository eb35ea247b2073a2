import {
  changeBuyerPassword,
  changeSellerPassword,
  deleteBuyerAccount,
  deleteSellerAccount,
  endOtherSessions,
  exportAccount,
  listSessions,
  type ProfileChange,
  readBuyerProfile,
  readSellerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { changePassword } from '#server/auth/change-password.ts'
import { confirmPassword } from '#server/auth/confirm-password.ts'
import { endSessions, findSession } from '#server/auth/store.ts'
import { findPerson, lockHuman, lockPerson, updatePerson } from '#server/people/store.ts'
import { withPictures } from '#server/photos/keep-pictures.ts'
import { releasePhotos } from '#server/photos/store.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call, Mount } from '#server/platform/route.ts'
import { logSecurity } from '#server/platform/security-log.ts'
import { exportOf } from './export.ts'
import { eraseAccount } from './leave.ts'
import { changedPerson, needsPassword, pictureAfter, refuseSecondPicture } from './rules.ts'
import { insertExport } from './store.ts'
import { viewProfile, viewSessions } from './views.ts'

export function accountRoutes(mount: Mount, parts: Parts): void {
  const { db, config, live, log, now } = parts

  mount(readBuyerProfile, (_, { viewer }) => viewProfile(db, viewer))
  mount(readSellerProfile, (_, { viewer }) => viewProfile(db, viewer))

  type Changer = Pick<Call<typeof updateBuyerProfile>, 'viewer' | 'uploads' | 'commit'>
  async function change(wanted: ProfileChange, { viewer, uploads, commit }: Changer) {
    refuseSecondPicture(uploads.length)
    // What kind of seller one is never changes, so it can be asked before the picture is worked on.
    const kind = (await findPerson(db, viewer.personId))?.seller_type ?? 'buyer'
    const changed = changedPerson(kind === 'shop owner', wanted)
    await withPictures(parts, { personId: viewer.personId, kind }, uploads, ([added]) =>
      commit(
        async (db) => {
          const person = await lockPerson(db, viewer.personId)
          if (!person) throw new Refusal('session_ended')
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

  type Leaver = Pick<Call<typeof deleteBuyerAccount>, 'viewer' | 'ip' | 'cookies' | 'commit'>
  async function leave(
    { viewer, ip, cookies, commit }: Leaver,
    password: string | undefined,
    message: string,
  ) {
    const session = await findSession(db, viewer.session)
    if (!session) throw new Refusal('session_ended')
    if (password !== undefined)
      await confirmPassword(parts, { viewer, ip, cookies }, password, 'password')
    else if (needsPassword(session.created_at, now()))
      throw new Refusal('password_needed', { fields: { password: refusals.password_needed[1] } })
    const { news, ended } = await commit((db) => eraseAccount(db, viewer, now()))
    live.endPerson(viewer.personId, 'Your account was deleted.')
    for (const session of ended)
      live.endSession(session, 'The account that you logged in to was deleted.')
    for (const { people, message, notice } of news) {
      live.tell(people, 'receive_message', message)
      live.tell(people, 'order_updated', notice)
    }
    logSecurity(log, 'account_deleted', { role: viewer.role, person: viewer.personId, address: ip })
    return { message }
  }
  mount(deleteBuyerAccount, ({ password }, call) =>
    leave(call, password, 'Account deleted successfully!'),
  )
  mount(deleteSellerAccount, ({ password }, call) => leave(call, password, 'Account deleted!'))

  mount(listSessions, (_, { viewer }) => viewSessions(db, viewer, now()))
  mount(endOtherSessions, async (_, { viewer, ip, commit }) => {
    const accounts = await commit(async (db) => {
      // Under the locks that a switch to the other account takes, so that none comes out of a session that ends here.
      const ids = (await lockHuman(db, viewer.personId)).map(({ id }) => id)
      if (ids.length === 0 || !(await findSession(db, viewer.session)))
        throw new Refusal('session_ended')
      // Not the browsers that are known: whoever holds this session gave no password, and must not lock its owner out.
      await endSessions(db, ids, viewer.session)
      return ids
    })
    for (const id of accounts)
      live.endPerson(id, 'You were logged out from another device.', viewer.session)
    logSecurity(log, 'sessions_ended', { role: viewer.role, person: viewer.personId, address: ip })
    return { message: 'You are logged out everywhere else.' }
  })

  mount(exportAccount, async (_, { viewer, commit }) => {
    const begun = now()
    await commit((db) =>
      insertExport(db, viewer.personId, { now: begun, isLimited: config.rateLimit }),
    )
    return exportOf(db, viewer, begun)
  })
}
