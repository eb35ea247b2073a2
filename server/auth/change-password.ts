// A new password for the present one.
import type { PasswordChange } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { findOtherAccount, findPerson, lockPerson, updatePerson } from '#server/people/store.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call } from '#server/platform/route.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { checkGuarded } from './attempts.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { refuseCommon } from './rules.ts'
import { endSessions, hasSession } from './store.ts'

type Caller = Pick<Call<Endpoint>, 'ip' | 'commit'> & { viewer: Viewer }

/**
 * Gives the caller a new password for the present one, under the limits for guessing, and ends their other sessions, live
 * connections included. An account of the same human on the other side that opens by the old password gets the new one
 * too: whoever knows the old one would come in there, and could switch. Throws wrong_password, too_many_attempts, and malformed for a password that everybody tries.
 */
export async function changePassword(
  parts: Parts,
  { viewer, ip, commit }: Caller,
  { currentPassword, password, newPassword }: PasswordChange,
): Promise<{ message: string }> {
  refuseCommon(newPassword, 'newPassword')
  const person = await findPerson(parts.db, viewer.personId)
  if (!person?.email) throw new Refusal('session_ended')
  const attempt = { id: newId(), role: person.role, email: person.email, ip }
  if (!(await checkGuarded(parts, attempt, person.password_hash, currentPassword ?? password ?? ''))) {
    const field = currentPassword === undefined ? 'password' : 'currentPassword'
    throw new Refusal('wrong_password', { fields: { [field]: refusals.wrong_password[1] } })
  }
  const password_hash = await hashPassword(newPassword)
  const other = await findOtherAccount(parts.db, person.id)
  const isShared = other !== undefined && (await checkPassword(other.password_hash, currentPassword ?? password ?? ''))
  const accounts = await commit(async (db) => {
    // Of two changes at once the first one counts: it has ended the session that the other one came with.
    const locked = await lockPerson(db, person.id)
    if (locked?.password_hash !== person.password_hash || !(await hasSession(db, viewer.session))) throw new Refusal('session_ended')
    await updatePerson(db, person.id, { password_hash })
    if (isShared) await updatePerson(db, other.id, { password_hash })
    return endSessions(db, person.id, viewer.session)
  })
  for (const id of accounts) parts.live.endPerson(id, 'Your password was changed. Please log in again.', viewer.session)
  return { message: 'Password updated successfully!' }
}
