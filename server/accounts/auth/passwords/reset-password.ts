import { setImmediate } from 'node:timers/promises'
import type { requestPasswordReset, resetPassword } from '#contract/accounts/auth.ts'
import type { ParsedInput, ResponseOf } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { findSideCredentials } from '#server/accounts/auth/credentials.ts'
import {
  type AttemptContext,
  deleteFailures,
  enforceLimits,
} from '#server/accounts/auth/login-attempts.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
import { quotas } from '#server/accounts/limits.ts'
import { resetHelperPassword } from '#server/accounts/shop-helpers/own-login.ts'
import { lockLinkedAccounts } from '#server/accounts/store.ts'
import { passwordChangedReply, resetMail } from '#server/accounts/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { consumeQuota } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { notifyOfNewPassword, replacePassword } from './change-password.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { findResetLink, resetLinkPath, saveResetRequest } from './reset-links.ts'

type ResetRequest = ParsedInput<typeof requestPasswordReset>

const countResetRequest = (context: AttemptContext, ip: string): Promise<void> =>
  enforceLimits(context, { address: ip }, (db) =>
    consumeQuota(db, { key: `password reset ${ip}`, quota: quotas.resets }, context.now()),
  )

/**
 * Accepts a request for a new password. A job looks up the account after the response, so neither
 * the response nor its time reveals whether the account exists. Throws too_many_resets.
 */
export async function requestReset(
  context: AppContext,
  request: ResetRequest,
  ip: string,
): Promise<ResponseOf<typeof requestPasswordReset>> {
  await countResetRequest(context, ip)
  context.jobs.soon(`password reset ${newId()}`, async () => {
    await setImmediate()
    await sendResetLink(context, request)
  })
  return {
    message: context.mail
      ? 'If there is an account with this email, a link to choose a new password is on its way.'
      : 'If there is an account with this email, our team will send you a link.',
  }
}

/** Emails a link to an active account. If there is no mail server, an admin answers the request. */
async function sendResetLink(
  { db, mail, config, now }: AppContext,
  { email, role }: ResetRequest,
): Promise<void> {
  const found = await findSideCredentials(db, email, role)
  if (found?.status !== 'active' || found.email === null) return
  const request = { accountId: found.id, helperId: found.helper_id, now: now() }
  if (!mail) return void (await saveResetRequest(db, request))
  const token = newToken()
  if (!(await saveResetRequest(db, { ...request, tokenHash: hashToken(token) }))) return
  const owner = found.helper_id === null ? found.role : 'helper'
  // Uses the saved email, because the typed one in a different case may be another mailbox.
  await mail({
    to: found.email,
    ...resetMail(owner, `${originOf(config)}${resetLinkPath(token)}`),
  })
}

type Caller = Pick<RequestContext<typeof resetPassword>, 'ip' | 'commit'>

/**
 * Sets a new password for the person that the link was made for, and ends the sessions of both
 * accounts, or of the helper. Throws reset_link_dead, and malformed for a common password.
 */
export async function setNewPassword(
  context: AppContext,
  { token, newPassword }: ParsedInput<typeof resetPassword>,
  { ip, commit }: Caller,
): Promise<ResponseOf<typeof resetPassword>> {
  await rejectCommonPassword(newPassword, { field: 'newPassword', byLongList: true })
  const { db, log, now } = context
  const tokenHash = hashToken(token)
  const link = await findResetLink(db, tokenHash, now())
  if (!link) throw new AppError('reset_link_dead')
  const password_hash = await hashPassword(newPassword)
  const { helper_id: helperId } = link
  if (helperId !== null) {
    await resetHelperPassword(context, { helperId, password_hash, tokenHash }, { ip, commit })
    return { message: passwordChangedReply, role: 'seller' }
  }
  const { account, accounts } = await commit(async (db) => {
    const accounts = await lockLinkedAccounts(db, link.account_id)
    const account = accounts.find(({ id }) => id === link.account_id)
    // Another request may have used the link before this one got the lock.
    if (!account || !(await findResetLink(db, tokenHash, now())))
      throw new AppError('reset_link_dead')
    await replacePassword(db, { accounts, password_hash, now: now() })
    return { account, accounts }
  })
  notifyOfNewPassword(context, account, accounts)
  logSecurity(log, 'password_reset', { role: account.role, account: account.id, address: ip })
  const { role, email } = account
  if (email !== null) await transact(db, (db) => deleteFailures(db, { role, email }))
  return { message: passwordChangedReply, role: account.role === 'seller' ? 'seller' : 'buyer' }
}
