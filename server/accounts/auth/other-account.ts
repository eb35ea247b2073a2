// Opens a person's other account, on request or because an exchange needs it.
import type { Side } from '#contract/common/endpoint.ts'
import { insertAccount, type LockedAccount, type NewAccount } from '#server/accounts/store.ts'
import { otherAccountMail } from '#server/accounts/texts.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { originOf } from './rules.ts'

export type AccountFields = Omit<
  NewAccount,
  'id' | 'person_id' | 'password_hash' | 'role' | 'email'
> & { role: Side }

type First = Pick<LockedAccount, 'id' | 'email' | 'person_id' | 'password_hash'>

/**
 * Opens the other account of a locked account, with the same email and password, and notifies both
 * accounts. Returns its id. The caller must have locked the email. Throws email_taken.
 */
export async function insertOtherAccount(
  db: Db,
  { id: firstId, email, person_id, password_hash }: First,
  fields: AccountFields,
  { text, now }: { text: string; now: Date },
): Promise<string> {
  const id = newId()
  await insertAccount(db, { ...fields, id, email, person_id, password_hash })
  await insertNotifications(db, [firstId, id], { kind: 'account', text, now })
  return id
}

type OtherAccount = { id: string; ofId: string; role: Side; email: string }

/**
 * Notifies the owner by live event and email, because somebody else may be using the session. Call
 * this after the commit.
 */
export function notifyOfOtherAccount(
  { live, mail, jobs, config }: Pick<AppContext, 'live' | 'mail' | 'jobs' | 'config'>,
  { id, ofId, role, email }: OtherAccount,
): void {
  live.emit(ofId, 'notices_changed', {})
  if (mail)
    jobs.soon(`second account mail ${id}`, () =>
      mail({ to: email, ...otherAccountMail(role, originOf(config)) }),
    )
}
