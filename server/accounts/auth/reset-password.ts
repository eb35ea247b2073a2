// A forgotten password: asking for a link, and choosing a new password by it.
import { setImmediate } from 'node:timers/promises'
import type { requestPasswordReset, resetPassword } from '#contract/auth.ts'
import type { ParsedInput, ResponseOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { findCredentials, findPerson, lockAccountsOfEmail } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { notifyOfNewPassword, replacePassword } from './change-password.ts'
import { saveDevice } from './known-devices.ts'
import { deleteFailures, findGuardedAccount, type GuardedAccount } from './login-attempts.ts'
import { hashPassword } from './passwords.ts'
import { linkPath, originOf, quotas, rejectCommonPassword, resetMail } from './rules.ts'
import { findReset, openReset, takeReset } from './store.ts'

type Asker = ParsedInput<typeof requestPasswordReset>

/** Counts that a link was asked for from an address, whoever for. Throws too_many_resets. */
async function countResetRequest(
  { db, config, log, now }: GuardedAccount,
  ip: string,
): Promise<void> {
  if (!config.rateLimit) return
  const id = newId()
  const since = quotaWindowStart(quotas.resets, now())
  await db.insertInto('reset_requests').values({ id, address: ip, requested_at: now() }).execute()
  const earlier = db
    .selectFrom('reset_requests')
    .select('requested_at')
    .where('address', '=', ip)
    .where('requested_at', '>', since)
  const rows = await earlier
    .where('id', '<>', id)
    .orderBy('requested_at', 'desc')
    .limit(200)
    .execute()
  const times = rows.map((row) => row.requested_at)
  try {
    enforceQuota(quotas.resets, times, now())
  } catch (refusal) {
    logSecurity(log, 'limit_reached', { limit: quotas.resets.code, address: ip })
    await db.deleteFrom('reset_requests').where('id', '=', id).execute()
    throw refusal
  }
}

/** Notes that somebody forgot their password. All that depends on whether there is such an account happens after the answer. */
export async function requestReset(
  parts: AppContext,
  asker: Asker,
  ip: string,
): Promise<ResponseOf<typeof requestPasswordReset>> {
  await countResetRequest(parts, ip)
  parts.jobs.soon(`password reset ${newId()}`, async () => {
    await setImmediate()
    await giveLink(parts, asker)
  })
  return {
    message: parts.mail
      ? 'If there is an account with this email, a link to choose a new password is on its way.'
      : 'If there is an account with this email, our team will send you a link.',
  }
}

/** Mails a link to an active account; without a mail server the request waits for an admin. */
async function giveLink(
  { db, mail, config, now }: AppContext,
  { email, role }: Asker,
): Promise<void> {
  const found = await findCredentials(db, email, role)
  if (found?.status !== 'active') return
  if (!mail) return void (await openReset(db, { personId: found.id, now: now() }))
  const person = await findPerson(db, found.id)
  const token = newToken()
  const ask = { personId: found.id, tokenHash: hashToken(token), now: now() }
  if (!person?.email || !(await transact(db, (db) => openReset(db, ask)))) return
  // To the email that is kept, not to the one that was typed: two may be the same but for their casing, and still be two mailboxes.
  await mail({ to: person.email, ...resetMail(role, `${originOf(config)}${linkPath(token)}`) })
}

type Chooser = Pick<RequestContext<typeof resetPassword>, 'ip' | 'cookies' | 'commit'>

/**
 * Gives the person a link was made for a new password, in both accounts of a human, and ends all their sessions, live
 * connections included. The browser is known to them from now on: guesses that others make don't keep it from the login. Throws
 * reset_link_dead, too_many_attempts, and malformed for a password that everybody tries.
 */
export async function setNewPassword(
  parts: AppContext,
  { token, newPassword }: ParsedInput<typeof resetPassword>,
  { ip, cookies, commit }: Chooser,
): Promise<ResponseOf<typeof resetPassword>> {
  rejectCommonPassword(newPassword, 'newPassword')
  const { db, log, now } = parts
  const hash = hashToken(token)
  const reset = await findGuardedAccount(parts, ip, () => findReset(db, hash, now()))
  if (!reset) throw new AppError('reset_link_dead')
  const password_hash = await hashPassword(newPassword)
  const { person, accounts, device } = await commit(async (db) => {
    // The person before the link, as those lock who leave.
    const accounts = await lockAccountsOfEmail(db, reset.person_id)
    const person = accounts.find(({ id }) => id === reset.person_id)
    if (person?.status !== 'active' || !(await takeReset(db, hash, now())))
      throw new AppError('reset_link_dead')
    // Of both: the forgotten password was that of the other account as well, and may be known to whoever made this one be changed.
    await replacePassword(db, { accounts, password_hash, now: now() })
    return {
      person,
      accounts,
      device: await saveDevice(db, { personId: person.id, cookies, now: now() }),
    }
  })
  device.send()
  notifyOfNewPassword(parts, person, accounts)
  logSecurity(log, 'password_reset', { role: person.role, person: person.id, address: ip })
  if (person.email !== null) await deleteFailures(db, { role: person.role, email: person.email })
  return {
    message: 'Password updated successfully!',
    role: person.role === 'seller' ? 'seller' : 'buyer',
  }
}
