import {
  changeHelperPassword,
  inviteDays,
  inviteHelper,
  joinShop,
  leaveShop,
  listHelpers,
  readInvite,
  removeHelper,
  renameHelper,
  withdrawInvite,
} from '#contract/accounts/shop-helpers.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxHelpers } from '#contract/common/limits.ts'
import { confirmRecentLogin } from '#server/accounts/auth/passwords/confirm-password.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { rejectReservedNames } from '#server/accounts/reserved-names.ts'
import { findAccount, lockOwnAccount } from '#server/accounts/store.ts'
import { helperLeftText, sessionEndTexts } from '#server/accounts/texts.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { joinByInvite } from './join.ts'
import { changeOwnPassword, helperOf } from './own-login.ts'
import {
  countHelpers,
  deleteHelper,
  deleteInvite,
  findHelpers,
  findInvite,
  findInvites,
  helpersLockKey,
  insertInvite,
  renameHelperTo,
} from './store.ts'

const needsPassword = 'Enter your password to invite a helper.'

const inviteMs = inviteDays * 86_400_000

/** The token is in the fragment, which browsers don't send, so no server logs it. */
const invitePath = (token: string): string => `/join#${token}`

export function helperRoutes(mount: Mount, context: AppContext): void {
  const { db, live, log, now } = context

  mount(listHelpers, async (_, { viewer: { accountId } }) => {
    const [account, helpers, invites] = await Promise.all([
      findAccount(db, accountId),
      findHelpers(db, accountId, now()),
      findInvites(db, accountId, now()),
    ])
    const isShop = account?.seller_type === 'shop owner'
    const canInvite = isShop && helpers.length + invites.length < maxHelpers
    return { helpers, invites, can: canInvite ? ['invite'] : [] }
  })

  mount(inviteHelper, async ({ password }, { viewer, ip, commit }) => {
    const { accountId, session } = viewer
    await confirmRecentLogin(context, { viewer, ip }, password, needsPassword)
    const token = newToken()
    const at = now()
    const expiresAt = new Date(at.getTime() + inviteMs)
    const id = newId(at.getTime())
    await commit(async (db) => {
      await lockKey(db, helpersLockKey(accountId))
      await lockOwnAccount(db, accountId)
      // A new password takes the same lock and ends the session, so no invitation outlives it.
      if (!(await findSession(db, session))) throw new AppError('session_ended')
      const account = await findAccount(db, accountId)
      if (account?.seller_type !== 'shop owner') throw new AppError('not_a_shop')
      if ((await countHelpers(db, accountId, at)) >= maxHelpers)
        throw new AppError('too_many_helpers')
      const seller = { seller_id: accountId, token_hash: hashToken(token) }
      await insertInvite(db, { id, ...seller, created_at: at, expires_at: expiresAt })
    })
    logSecurity(log, 'helper_invited', { role: 'seller', account: accountId, address: ip })
    const times = { createdAt: at.toISOString(), expiresAt: expiresAt.toISOString() }
    return { _id: id, ...times, link: invitePath(token) }
  })

  mount(withdrawInvite, async ({ id }, { viewer, commit }) => {
    await commit((db) => deleteInvite(db, { id, sellerId: viewer.accountId }))
    return { message: 'The invitation was withdrawn.' }
  })

  mount(removeHelper, async ({ id }, { viewer: { accountId }, ip, commit }) => {
    const sessions = await commit((db) => deleteHelper(db, id, accountId))
    for (const session of sessions) live.disconnectSession(session, sessionEndTexts.helperRemoved)
    logSecurity(log, 'helper_removed', { role: 'seller', account: accountId, by: id, address: ip })
    return { message: 'The helper was removed.' }
  })

  mount(readInvite, async ({ token }) => {
    const invite = await findInvite(db, hashToken(token), now())
    if (!invite) throw new AppError('invite_dead')
    return { shopName: invite.shop_name ?? '' }
  })

  mount(joinShop, async (input, request) => {
    await joinByInvite(context, input, request)
    return { message: 'You can now log in as a seller with this email and password.' }
  })

  mount(renameHelper, async ({ name }, { viewer, commit }) => {
    const helper = helperOf(viewer)
    rejectReservedNames({ name }, helper)
    await commit((db) => renameHelperTo(db, helper.id, name))
    return { message: 'Your name was changed.' }
  })
  mount(leaveShop, async (_, { viewer, ip, commit }) => {
    const { accountId } = viewer
    const { id, name } = helperOf(viewer)
    const sessions = await commit(async (db) => {
      const ended = await deleteHelper(db, id, accountId)
      const notice = { kind: 'account', text: helperLeftText(name), now: now() } as const
      await insertNotifications(db, [accountId], notice)
      return ended
    })
    for (const session of sessions) live.disconnectSession(session, sessionEndTexts.helperLeft)
    live.emit(accountId, 'notices_changed', {})
    logSecurity(log, 'helper_left', { role: 'seller', account: accountId, by: id, address: ip })
    return { message: sessionEndTexts.helperLeft }
  })
  mount(changeHelperPassword, (input, request) => changeOwnPassword(context, request, input))
}
