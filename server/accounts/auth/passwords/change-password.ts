import type { PasswordChange } from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import { deleteApiTokensOf } from '#server/accounts/api-tokens/store.ts'
import { endSessions } from '#server/accounts/auth/end-sessions.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { deleteInvitesOf } from '#server/accounts/shop-helpers/store.ts'
import { type LockedAccount, lockLinkedAccounts, updateAccount } from '#server/accounts/store.ts'
import {
  passwordChangedMail,
  passwordChangedReply,
  passwordChangedText,
  sessionEndTexts,
} from '#server/accounts/texts.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { confirmPassword } from './confirm-password.ts'
import { hashPassword } from './passwords.ts'

type NewPassword = {
  accounts: LockedAccount[]
  password_hash: string
  keptSession?: string
  now: Date
}

/**
 * Sets a new password for all accounts of a person, ends their other sessions and those of their
 * helpers, and revokes their API tokens. The accounts share one password, because a login to one can
 * switch to the other. The caller's transaction must have locked the accounts.
 */
export async function replacePassword(
  db: Db,
  { accounts, password_hash, keptSession, now }: NewPassword,
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  for (const id of ids) await updateAccount(db, id, { password_hash })
  await endSessions(db, ids, keptSession)
  await deleteApiTokensOf(db, ids)
  // Somebody who knew the old password may have made invitations.
  await deleteInvitesOf(db, ids)
  const recipients = accounts.filter(({ role }) => role !== 'admin').map(({ id }) => id)
  await insertNotifications(db, recipients, { kind: 'account', text: passwordChangedText, now })
}

/** Closes the live connections of a person except those of `keptSession`, and sends an email. */
export function notifyOfNewPassword(
  { live, jobs, mail, config }: AppContext,
  { id: accountId, role, email }: LockedAccount,
  accounts: LockedAccount[],
  keptSession?: string,
): void {
  for (const { id } of accounts)
    live.disconnectAccount(id, sessionEndTexts.passwordChanged, keptSession)
  if (role !== 'admin' && keptSession !== undefined) live.emit(accountId, 'notices_changed', {})
  if (mail && email !== null)
    jobs.soon(`password mail ${newId()}`, () =>
      mail({ to: email, ...passwordChangedMail(role, originOf(config)) }),
    )
}

type Caller = Pick<RequestContext<Endpoint>, 'ip' | 'commit'> & { viewer: Viewer }

/**
 * Changes the password of both accounts of the caller, and ends their other sessions. Throws like
 * `confirmPassword`, and malformed for a common password.
 */
export async function changePassword(
  context: AppContext,
  { viewer, commit, ...caller }: Caller,
  { currentPassword, password, newPassword, refuseCommon = false }: PasswordChange,
): Promise<{ message: string }> {
  await rejectCommonPassword(newPassword, { field: 'newPassword', byLongList: refuseCommon })
  const field = currentPassword === undefined ? 'password' : 'currentPassword'
  const account = await confirmPassword(
    context,
    { viewer, ...caller },
    currentPassword ?? password ?? '',
    field,
  )
  const password_hash = await hashPassword(newPassword)
  const accounts = await commit(async (db) => {
    const accounts = await lockLinkedAccounts(db, account.id)
    // If two changes run concurrently, the first ends the session of the second.
    if (!(await findSession(db, viewer.session))) throw new AppError('session_ended')
    const isUnchanged = accounts.some(
      ({ id, password_hash }) => id === account.id && password_hash === account.password_hash,
    )
    if (!isUnchanged) throw errorOn(field, 'wrong_password')
    const keptSession = viewer.session
    await replacePassword(db, { accounts, password_hash, keptSession, now: context.now() })
    return accounts
  })
  notifyOfNewPassword(context, account, accounts, viewer.session)
  logSecurity(context.log, 'password_changed', {
    role: account.role,
    account: account.id,
    address: caller.ip,
  })
  return { message: passwordChangedReply }
}
