// A new password for the present one, and what every new password brings with it.
import type { PasswordChange } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type LockedPerson, lockAccountsOfEmail, updatePerson } from '#server/accounts/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { confirmPassword } from './confirm-password.ts'
import { deleteDevicesOf, deviceOf } from './known-devices.ts'
import { hashPassword } from './passwords.ts'
import { originOf, passwordChangedMail, passwordNotice, rejectCommonPassword } from './rules.ts'
import { endSessions, findSession } from './store.ts'

/** What the caller keeps, by their token hashes. */
type Kept = { session?: string; device?: string | undefined }
type NewPassword = { accounts: LockedPerson[]; password_hash: string; kept?: Kept; now: Date }

/**
 * Gives all accounts of a human, locked by the caller's transaction, one new password, and ends what else opens them: a human
 * has one password, or whoever knew an old one would come in at the other account, and could switch.
 */
export async function replacePassword(
  db: Db,
  { accounts, password_hash, kept = {}, now }: NewPassword,
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  for (const id of ids) await updatePerson(db, id, { password_hash })
  await endSessions(db, ids, kept.session)
  await deleteDevicesOf(db, ids, kept.device)
  const belled = accounts.filter(({ role }) => role !== 'admin').map(({ id }) => id)
  await insertNotifications(db, belled, { kind: 'account', text: passwordNotice, now })
}

/** Ends the live connections of a human with a new password but those of one session, and tells them of it, by mail too. */
export function notifyOfNewPassword(
  { live, jobs, mail, config }: AppContext,
  { id: personId, role, email }: LockedPerson,
  accounts: LockedPerson[],
  session?: string,
): void {
  for (const { id } of accounts)
    live.endPerson(id, 'Your password was changed. Please log in again.', session)
  if (role !== 'admin' && session !== undefined) live.emit(personId, 'notices_changed', {})
  if (mail && email !== null)
    jobs.soon(`password mail ${newId()}`, () =>
      mail({ to: email, ...passwordChangedMail(role, originOf(config)) }),
    )
}

type Caller = Pick<RequestContext<Endpoint>, 'ip' | 'cookies' | 'commit'> & { viewer: Viewer }

/**
 * Gives the caller a new password for the present one, under the limits for guessing, in both accounts of a human, and ends
 * their other sessions, live connections included. Throws wrong_password, too_many_attempts, and malformed for a password
 * that everybody tries.
 */
export async function changePassword(
  parts: AppContext,
  { viewer, commit, ...caller }: Caller,
  { currentPassword, password, newPassword }: PasswordChange,
): Promise<{ message: string }> {
  rejectCommonPassword(newPassword, 'newPassword')
  const field = currentPassword === undefined ? 'password' : 'currentPassword'
  const person = await confirmPassword(
    parts,
    { viewer, ...caller },
    currentPassword ?? password ?? '',
    field,
  )
  const password_hash = await hashPassword(newPassword)
  const kept = { session: viewer.session, device: deviceOf(caller.cookies) }
  const accounts = await commit(async (db) => {
    const accounts = await lockAccountsOfEmail(db, person.id)
    // Of two changes at once the first one counts: it has ended the session that the other one came with.
    const isSame = accounts.some(
      ({ id, password_hash }) => id === person.id && password_hash === person.password_hash,
    )
    if (!isSame || !(await findSession(db, viewer.session))) throw new AppError('session_ended')
    await replacePassword(db, { accounts, password_hash, kept, now: parts.now() })
    return accounts
  })
  notifyOfNewPassword(parts, person, accounts, viewer.session)
  logSecurity(parts.log, 'password_changed', {
    role: person.role,
    person: person.id,
    address: caller.ip,
  })
  return { message: 'Password updated successfully!' }
}
