// A forgotten password: asking for a link, and choosing a new password by it.
import { setImmediate } from 'node:timers/promises'
import type { askForReset, resetPassword } from '#contract/auth.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { findCredentials, findOtherAccount, findPerson, lockPerson, updatePerson } from '#server/people/store.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call } from '#server/platform/route.ts'
import { hashToken, newToken } from '#server/platform/viewer.ts'
import { countResetRequest, findGuarded, forgetFailures } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { linkPath, refuseCommon, resetMail } from './rules.ts'
import { endSessions, findReset, openReset, takeReset } from './store.ts'

type Asker = Input<typeof askForReset>

/** Notes that somebody forgot their password. All that depends on whether there is such an account happens after the answer. */
export async function noteForgotten(parts: Parts, asker: Asker, ip: string): Promise<Reply<typeof askForReset>> {
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
async function giveLink({ db, mail, config, now }: Parts, { email, role }: Asker): Promise<void> {
  const found = await findCredentials(db, email, role)
  if (found?.status !== 'active') return
  if (!mail) return void (await openReset(db, { personId: found.id, now: now() }))
  const person = await findPerson(db, found.id)
  const token = newToken()
  if (!person?.email || !(await openReset(db, { personId: found.id, tokenHash: hashToken(token), now: now() }))) return
  const origin = config.publicUrl ?? `http://localhost:${config.port}`
  // To the email that is kept, not to the one that was typed: two may be the same but for their casing, and still be two mailboxes.
  await mail({ to: person.email, ...resetMail(role, `${origin}${linkPath(token)}`) })
}

type Chooser = Pick<Call<typeof resetPassword>, 'ip' | 'commit'>

/**
 * Gives the person a link was made for a new password and ends all their sessions, live connections included. Throws
 * reset_link_dead, too_many_attempts, and malformed for a password that everybody tries.
 */
export async function choosePassword(
  parts: Parts,
  { token, newPassword }: Input<typeof resetPassword>,
  { ip, commit }: Chooser,
): Promise<Reply<typeof resetPassword>> {
  refuseCommon(newPassword, 'newPassword')
  const { db, live, now } = parts
  const hash = hashToken(token)
  const reset = await findGuarded(parts, ip, () => findReset(db, hash, now()))
  if (!reset) throw new Refusal('reset_link_dead')
  const password_hash = await hashPassword(newPassword)
  const person = await commit(async (db) => {
    // The person before the link, as those lock who leave.
    const person = await lockPerson(db, reset.person_id)
    if (person?.status !== 'active' || !(await takeReset(db, hash, now()))) throw new Refusal('reset_link_dead')
    await updatePerson(db, person.id, { password_hash })
    // The forgotten password may be that of the other account as well, and known to whoever made this one be changed.
    const other = await findOtherAccount(db, person.id)
    if (other) await updatePerson(db, other.id, { password_hash })
    return { ...person, accounts: await endSessions(db, person.id) }
  })
  for (const id of person.accounts) live.endPerson(id, 'Your password was changed. Please log in again.')
  if (person.email !== null) await forgetFailures(db, { role: person.role, email: person.email, ip })
  return { message: 'Password updated successfully!', role: person.role === 'seller' ? 'seller' : 'buyer' }
}
