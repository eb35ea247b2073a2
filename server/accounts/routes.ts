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
import { Refusal } from '#contract/errors.ts'
import { changePassword } from '#server/auth/change-password.ts'
import { endSessions, hasSession } from '#server/auth/store.ts'
import { meOf } from '#server/chats/rules.ts'
import { findPerson, lockPerson, updatePerson } from '#server/people/store.ts'
import { releasePhotos, storePictures } from '#server/photos/store.ts'
import { inSnapshot } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call, Mount } from '#server/platform/route.ts'
import { exportOf } from './export.ts'
import { eraseAccount } from './leave.ts'
import { changedPerson, pictureAfter, refuseSecondPicture } from './rules.ts'
import { viewProfile, viewSessions } from './views.ts'

export function accountRoutes(mount: Mount, parts: Parts): void {
  const { db, live, now } = parts

  mount(readBuyerProfile, (_, { viewer }) => viewProfile(db, viewer))
  mount(readSellerProfile, (_, { viewer }) => viewProfile(db, viewer))

  type Changer = Pick<Call<typeof updateBuyerProfile>, 'viewer' | 'uploads' | 'commit'>
  async function change(wanted: ProfileChange, { viewer, uploads, commit }: Changer) {
    refuseSecondPicture(uploads.length)
    // What kind of seller one is never changes, so it can be asked before the picture is worked on.
    const isShopOwner = (await findPerson(db, viewer.personId))?.seller_type === 'shop owner'
    const changed = changedPerson(isShopOwner, wanted)
    const [added] = await storePictures(parts, uploads)
    await commit(async (db) => {
      const person = await lockPerson(db, viewer.personId)
      if (!person) throw new Refusal('session_ended')
      const picture = pictureAfter(person.picture, wanted, added)
      await updatePerson(db, person.id, { ...changed, picture })
      if (person.picture !== null && person.picture !== picture) await releasePhotos(db, [person.picture], now())
    })
    return { message: 'Profile updated successfully!', ...(await viewProfile(db, viewer)) }
  }
  mount(updateBuyerProfile, change)
  mount(updateSellerProfile, change)

  mount(changeBuyerPassword, (form, call) => changePassword(parts, call, form))
  mount(changeSellerPassword, (form, call) => changePassword(parts, call, form))

  type Leaver = Pick<Call<typeof deleteBuyerAccount>, 'viewer' | 'commit'>
  async function leave({ viewer, commit }: Leaver, message: string) {
    await commit((db) => eraseAccount(db, meOf(viewer), now()))
    live.endPerson(viewer.personId, 'Your account was deleted.')
    return { message }
  }
  mount(deleteBuyerAccount, (_, call) => leave(call, 'Account deleted successfully!'))
  mount(deleteSellerAccount, (_, call) => leave(call, 'Account deleted!'))

  mount(listSessions, (_, { viewer }) => viewSessions(db, viewer, now()))
  mount(endOtherSessions, async (_, { viewer, commit }) => {
    const accounts = await commit(async (db) => {
      // Under the lock that a switch to the other account takes, so that none comes out of a session that ends here.
      if (!(await lockPerson(db, viewer.personId)) || !(await hasSession(db, viewer.session))) throw new Refusal('session_ended')
      return endSessions(db, viewer.personId, viewer.session)
    })
    for (const id of accounts) live.endPerson(id, 'You were logged out from another device.', viewer.session)
    return { message: 'You are logged out everywhere else.' }
  })

  // In one snapshot, so that no message or order is in one part of it and missing in another.
  mount(exportAccount, (_, { viewer }) => inSnapshot(db, (db) => exportOf(db, viewer, now())))
}
