import { type SqlBool, sql } from 'kysely'
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
} from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { endSessions } from '#server/accounts/auth/end-sessions.ts'
import { changePassword } from '#server/accounts/auth/passwords/change-password.ts'
import { confirmRecentLogin } from '#server/accounts/auth/passwords/confirm-password.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { isAway } from '#server/accounts/holiday.ts'
import { rejectReservedNames } from '#server/accounts/reserved-names.ts'
import {
  type FollowSeller,
  findAccount,
  lockAccount,
  lockLinkedAccounts,
  savePlace,
  updateAccount,
} from '#server/accounts/store.ts'
import { contactNeedsPassword, sessionEndTexts } from '#server/accounts/texts.ts'
import { releasePhotos } from '#server/photos/store.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { Versioned } from '#server/platform/http/versions.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import {
  changedContact,
  insertContactNotices,
  notifyOfContactChange,
  passwordNeeded,
} from './contact-changes.ts'
import { placeAfter, rejectUnknownPinCode } from './places.ts'
import { pictureAfter, profileColumns, rejectSecondPicture } from './rules.ts'
import { viewProfile, viewSessions } from './views.ts'

const endHolidaysSeconds = 60
const maxEnded = 500

type UpdateRequest = Pick<
  RequestContext<typeof updateBuyerProfile>,
  'viewer' | 'uploads' | 'commit' | 'expected' | 'ip'
>
async function updateProfile(
  context: AppContext,
  { followSeller }: { followSeller: FollowSeller },
  input: ProfileUpdate,
  request: UpdateRequest,
) {
  const { db, now } = context
  const { viewer, uploads, commit, expected } = request
  rejectSecondPicture(uploads.length)
  // The seller type never changes, so it can be read before the transaction.
  const known = await findAccount(db, viewer.accountId)
  if (known && expected !== undefined && expected !== known.version)
    throw new AppError('edited_meanwhile')
  const kind = known?.seller_type ?? 'buyer'
  const columns = profileColumns(kind === 'shop owner', input)
  rejectUnknownPinCode(input.pinCode)
  rejectReservedNames(input, { name: known?.name, shopName: known?.shop_name ?? undefined })
  const confirmed = known && changedContact(known, columns)
  if (confirmed)
    await confirmRecentLogin(context, request, input.password, contactNeedsPassword(confirmed))
  const uploader = { accountId: viewer.accountId, kind } as const
  const saved = await withStoredPhotos(context, uploader, uploads, ([uploaded]) =>
    commit(
      async (db) => {
        const account = await lockAccount(db, viewer.accountId, undefined, expected)
        if (!account)
          throw new AppError(
            (await findAccount(db, viewer.accountId)) ? 'edited_meanwhile' : 'session_ended',
          )
        const contact = changedContact(account, columns)
        if (contact && !confirmed) throw passwordNeeded(contact)
        const picture = pictureAfter(account.picture, input, uploaded)
        await updateAccount(db, account.id, { ...columns, picture })
        const place = placeAfter(account, input)
        const hasMoved = place !== undefined && (await savePlace(db, account.id, place))
        if (account.picture !== null && account.picture !== picture)
          await releasePhotos(db, [account.picture], now())
        const { hand_overs = account.hand_overs } = columns
        const { holiday_until = account.holiday_until } = columns
        const hasChangedHoliday = holiday_until !== account.holiday_until
        const hasChangedHandOvers = `${hand_overs}` !== `${account.hand_overs}`
        if (hasMoved || hasChangedHandOvers || hasChangedHoliday)
          await followSeller(db, account.id, { hasMoved })
        const notified = contact ? await insertContactNotices(db, account, contact, now()) : []
        const isSeen =
          hasMoved ||
          hasChangedHandOvers ||
          hasChangedHoliday ||
          (['name', 'shop_name', 'shop_hours'] as const).some(
            (name) => columns[name] !== undefined && columns[name] !== account[name],
          )
        return { contact, notified, isSeen }
      },
      // Other people see the names, the hours, the place of the books and how they are handed over.
      ({ isSeen }) => (isSeen ? updateBuyerProfile.changes : ['accounts']),
    ),
  )
  if (known && saved.contact) notifyOfContactChange(context, known, saved.contact, saved.notified)
  const { value, version } = await viewProfile(db, viewer)
  return new Versioned({ message: 'Profile updated successfully!', ...value }, version)
}

/**
 * Ends the holidays that have passed. `followSeller` queues the books, so that people who wait for
 * them get the free copies.
 */
export async function endPassedHolidays(
  context: AppContext,
  followSeller: FollowSeller,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = context
  const hasPassed = sql<SqlBool>`holiday_until is not null and not ${isAway()}`
  const sellers = db.selectFrom('accounts').select('id').where(hasPassed).limit(maxEnded)
  for (const { id } of await sellers.execute()) {
    if (signal?.aborted) return
    await commitChanges(context, updateSellerProfile.changes, async (db) => {
      const ended = db.updateTable('accounts').set({ holiday_until: null })
      // Checks again, because the seller may have started another holiday.
      const { numUpdatedRows } = await ended
        .where('id', '=', id)
        .where(hasPassed)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await followSeller(db, id, { hasMoved: false })
    }).catch(logFailure(log, 'a holiday could not be ended', { seller: id }))
  }
}

export function profileRoutes(
  mount: Mount,
  context: AppContext,
  others: { followSeller: FollowSeller },
): void {
  const { db, jobs, live, log, now } = context
  jobs.every(endHolidaysSeconds, 'end passed holidays', (signal) =>
    endPassedHolidays(context, others.followSeller, signal),
  )

  mount(readBuyerProfile, (_, { viewer }) => viewProfile(db, viewer))
  mount(readSellerProfile, (_, { viewer }) => viewProfile(db, viewer))

  const update = (input: ProfileUpdate, request: UpdateRequest) =>
    updateProfile(context, others, input, request)
  mount(updateBuyerProfile, update)
  mount(updateSellerProfile, update)

  mount(changeBuyerPassword, (input, request) => changePassword(context, request, input))
  mount(changeSellerPassword, (input, request) => changePassword(context, request, input))

  mount(listSessions, (_, { viewer }) => viewSessions(db, viewer, now()))
  mount(logOutOtherSessions, async (_, { viewer, ip, commit }) => {
    const accounts = await commit(async (db) => {
      // Switching accounts takes the same locks, so a session that ends here can't open a new one.
      const ids = (await lockLinkedAccounts(db, viewer.accountId)).map(({ id }) => id)
      if (ids.length === 0 || !(await findSession(db, viewer.session)))
        throw new AppError('session_ended')
      await endSessions(db, ids, viewer.session)
      return ids
    })
    for (const id of accounts)
      live.disconnectAccount(id, sessionEndTexts.loggedOutElsewhere, viewer.session)
    logSecurity(log, 'sessions_ended', {
      role: viewer.role,
      account: viewer.accountId,
      address: ip,
    })
    return { message: 'You are logged out everywhere else.' }
  })
}
