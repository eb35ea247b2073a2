// A helper's own name and password.
import type { PasswordChange } from '#contract/accounts/auth.ts'
import type { changeHelperPassword } from '#contract/accounts/shop-helpers.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import { checkPasswordAttempt, deleteFailures } from '#server/accounts/auth/login-attempts.ts'
import { rejectCommonPassword } from '#server/accounts/auth/passwords/common-passwords.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { findResetLink } from '#server/accounts/auth/passwords/reset-links.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
import { deleteSessionsOfHelper } from '#server/accounts/auth/sessions.ts'
import {
  passwordChangedMail,
  passwordChangedReply,
  sessionEndTexts,
} from '#server/accounts/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { findHelper, setHelperPassword } from './store.ts'

/** Returns the helper who sends the request. Throws wrong_role for the owner. */
export function helperOf({ helper }: Viewer): NonNullable<Viewer['helper']> {
  if (!helper) throw new AppError('wrong_role')
  return helper
}

function announceNewPassword(
  { live, jobs, mail, config }: AppContext,
  email: string,
  ended: string[],
): void {
  for (const session of ended) live.disconnectSession(session, sessionEndTexts.passwordChanged)
  if (mail)
    jobs.soon(`password mail ${newId()}`, () =>
      mail({ to: email, ...passwordChangedMail('seller', originOf(config)) }),
    )
}

type Caller = Pick<RequestContext<typeof changeHelperPassword>, 'ip' | 'commit'>

/**
 * Changes a helper's own password and ends their other sessions. Throws wrong_role, wrong_password,
 * too_many_attempts, session_ended, and malformed for a common password.
 */
export async function changeOwnPassword(
  context: AppContext,
  { viewer, ip, commit }: Caller & { viewer: Viewer },
  { currentPassword, password, newPassword, refuseCommon = false }: PasswordChange,
): Promise<{ message: string }> {
  const { id } = helperOf(viewer)
  await rejectCommonPassword(newPassword, { field: 'newPassword', byLongList: refuseCommon })
  const field = currentPassword === undefined ? 'password' : 'currentPassword'
  const helper = await findHelper(context.db, id)
  if (!helper) throw new AppError('session_ended')
  const login = { role: 'seller', email: helper.email, helperId: id } as const
  const attempt = { accountId: viewer.accountId, ...login, ip }
  const typed = currentPassword ?? password ?? ''
  if (!(await checkPasswordAttempt(context, attempt, helper.password_hash, typed)))
    throw errorOn(field, 'wrong_password')
  const password_hash = await hashPassword(newPassword)
  const ended = await commit(async (db) => {
    // If two changes run at once, the second finds another password.
    if ((await findHelper(db, id, 'update'))?.password_hash !== helper.password_hash)
      throw errorOn(field, 'wrong_password')
    await setHelperPassword(db, id, password_hash)
    return deleteSessionsOfHelper(db, id, viewer.session)
  })
  announceNewPassword(context, helper.email, ended)
  const fields = { role: 'seller', account: viewer.accountId, by: id, address: ip } as const
  logSecurity(context.log, 'password_changed', fields)
  return { message: passwordChangedReply }
}

type Reset = { helperId: string; password_hash: string; tokenHash: string }

/** Sets a helper's new password with a link, and ends their sessions. Throws reset_link_dead. */
export async function resetHelperPassword(
  context: AppContext,
  { helperId, password_hash, tokenHash }: Reset,
  { ip, commit }: { ip: string; commit: Caller['commit'] },
): Promise<void> {
  const { db, log, now } = context
  const { helper, ended } = await commit(async (db) => {
    const helper = await findHelper(db, helperId, 'update')
    // Another request may have used the link before this one got the lock.
    if (!helper || !(await findResetLink(db, tokenHash, now())))
      throw new AppError('reset_link_dead')
    await setHelperPassword(db, helperId, password_hash)
    return { helper, ended: await deleteSessionsOfHelper(db, helperId) }
  })
  announceNewPassword(context, helper.email, ended)
  const account = { role: 'seller', account: helper.seller_id, by: helperId } as const
  logSecurity(log, 'password_reset', { ...account, address: ip })
  await transact(db, (db) => deleteFailures(db, { role: 'seller', email: helper.email, helperId }))
}
