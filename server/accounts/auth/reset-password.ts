import { setImmediate } from 'node:timers/promises'
import type { requestPasswordReset, resetPassword } from '#contract/auth.ts'
import type { ParsedInput, ResponseOf } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { maxRequestsRead, quotas } from '#server/accounts/policy.ts'
import { findCredentials, findPerson, lockLinkedAccounts } from '#server/accounts/store.ts'
import { passwordChangedReply, resetMail } from '#server/accounts/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { notifyOfNewPassword, replacePassword } from './change-password.ts'
import { saveDevice } from './known-devices.ts'
import { type AttemptContext, deleteFailures, findWithAttemptLimit } from './login-attempts.ts'
import { consumeResetLink, findResetLink, saveResetRequest } from './password-resets.ts'
import { hashPassword } from './passwords.ts'
import { originOf, rejectCommonPassword, resetLinkPath } from './rules.ts'

type ResetRequest = ParsedInput<typeof requestPasswordReset>

/** Counts a request by its address, before it is checked. Throws too_many_resets. */
async function countResetRequest(
  { db, config, log, now }: AttemptContext,
  ip: string,
): Promise<void> {
  if (!config.rateLimit) return
  const id = newId()
  const windowStart = quotaWindowStart(quotas.resets, now())
  await db.insertInto('reset_requests').values({ id, address: ip, requested_at: now() }).execute()
  const earlier = await db
    .selectFrom('reset_requests')
    .select('requested_at')
    .where('address', '=', ip)
    .where('requested_at', '>', windowStart)
    .where('id', '<>', id)
    .orderBy('requested_at', 'desc')
    .limit(maxRequestsRead)
    .execute()
  const times = earlier.map((row) => row.requested_at)
  try {
    enforceQuota(quotas.resets, times, now())
  } catch (error) {
    logSecurity(log, 'limit_reached', { limit: quotas.resets.code, address: ip })
    await db.deleteFrom('reset_requests').where('id', '=', id).execute()
    throw error
  }
}

/**
 * Takes a request for a new password. Whether there is such an account only matters after the
 * response, so that neither its text nor its time gives that away. Throws too_many_resets.
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

/** Mails a link to an active account; without a mail server the request waits for an admin. */
async function sendResetLink(
  { db, mail, config, now }: AppContext,
  { email, role }: ResetRequest,
): Promise<void> {
  const credentials = await findCredentials(db, email, role)
  if (credentials?.status !== 'active') return
  const personId = credentials.id
  if (!mail) return void (await saveResetRequest(db, { personId, now: now() }))
  const person = await findPerson(db, personId)
  const token = newToken()
  const request = { personId, tokenHash: hashToken(token), now: now() }
  if (!person?.email || !(await transact(db, (db) => saveResetRequest(db, request)))) return
  // To the saved email, not to the typed one: with other casing it may be another mailbox.
  await mail({
    to: person.email,
    ...resetMail(role, `${originOf(config)}${resetLinkPath(token)}`),
  })
}

type Caller = Pick<RequestContext<typeof resetPassword>, 'ip' | 'cookies' | 'commit'>

/**
 * Sets a new password for both accounts of the human that the link was made for, and ends all their
 * sessions. The browser becomes a known device, so that other people's guesses don't lock it out.
 * Throws reset_link_dead, too_many_attempts, and malformed for a common password.
 */
export async function setNewPassword(
  context: AppContext,
  { token, newPassword }: ParsedInput<typeof resetPassword>,
  { ip, cookies, commit }: Caller,
): Promise<ResponseOf<typeof resetPassword>> {
  rejectCommonPassword(newPassword, 'newPassword')
  const { db, log, now } = context
  const tokenHash = hashToken(token)
  const link = await findWithAttemptLimit(context, ip, () => findResetLink(db, tokenHash, now()))
  if (!link) throw new AppError('reset_link_dead')
  const password_hash = await hashPassword(newPassword)
  const { person, accounts, setCookie } = await commit(async (db) => {
    // Locks the person before the link, in the same order as deleting an account does.
    const accounts = await lockLinkedAccounts(db, link.person_id)
    const person = accounts.find(({ id }) => id === link.person_id)
    if (person?.status !== 'active' || !(await consumeResetLink(db, tokenHash, now())))
      throw new AppError('reset_link_dead')
    await replacePassword(db, { accounts, password_hash, now: now() })
    const { setCookie } = await saveDevice(db, { personId: person.id, cookies, now: now() })
    return { person, accounts, setCookie }
  })
  setCookie()
  notifyOfNewPassword(context, person, accounts)
  logSecurity(log, 'password_reset', { role: person.role, person: person.id, address: ip })
  if (person.email !== null) await deleteFailures(db, { role: person.role, email: person.email })
  return { message: passwordChangedReply, role: person.role === 'seller' ? 'seller' : 'buyer' }
}
