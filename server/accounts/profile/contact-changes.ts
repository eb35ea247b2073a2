// A phone number or UPI ID decides where books and money go, so a session alone can't change it.
import type { Selectable, Updateable } from 'kysely'
import type { ProfileUpdate } from '#contract/accounts/accounts.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import type { AccountsTable } from '#db/tables.ts'
import { confirmPassword } from '#server/accounts/auth/passwords/confirm-password.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { accountsOfPeople } from '#server/accounts/store.ts'
import {
  contactChangedMail,
  contactChangedText,
  contactNeedsPassword,
} from '#server/accounts/texts.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/** A login this recent can change a phone number or UPI ID without the password. */
const freshLoginMs = 10 * 60_000

type Account = Selectable<AccountsTable>
const names = { phone: 'phone number', upi_id: 'UPI ID' } as const

/** Returns the changed contact details, as in 'phone number and UPI ID'; undefined if none. */
export function changedContact(
  account: Pick<Account, keyof typeof names>,
  columns: Updateable<AccountsTable>,
): string | undefined {
  const changed = (['phone', 'upi_id'] as const).filter(
    (name) => columns[name] !== undefined && columns[name] !== account[name],
  )
  return changed.map((name) => names[name]).join(' and ') || undefined
}

export const passwordNeeded = (contact: string): AppError =>
  errorOn('password', 'password_needed', contactNeedsPassword(contact))

type Caller = Pick<RequestContext<Endpoint>, 'ip'> & { viewer: Viewer }

/**
 * Checks the password, unless the login is recent. Throws like `confirmPassword`, and
 * password_needed.
 */
export async function confirmContactChange(
  context: AppContext,
  caller: Caller,
  contact: string,
  { password }: ProfileUpdate,
): Promise<void> {
  const session = await findSession(context.db, caller.viewer.session)
  if (!session) throw new AppError('session_ended')
  if (context.now().getTime() - session.created_at.getTime() < freshLoginMs) return
  if (password === undefined) throw passwordNeeded(contact)
  await confirmPassword(context, caller, password, 'password')
}

/** Adds a notification to both accounts of the person. Call this in the change's transaction. */
export async function insertContactNotices(
  db: Db,
  account: Account,
  contact: string,
  now: Date,
): Promise<string[]> {
  const accounts = await accountsOfPeople(db, [account.person_id])
  const ids = accounts.map(({ id }) => id)
  await insertNotifications(db, ids, { kind: 'account', text: contactChangedText(contact), now })
  return ids
}

/** Sends live events and an email. Call this after the commit. */
export function notifyOfContactChange(
  { live, jobs, mail, config }: AppContext,
  { email, role }: Pick<Account, 'email' | 'role'>,
  contact: string,
  accountIds: readonly string[],
): void {
  for (const id of accountIds) live.emit(id, 'notices_changed', {})
  if (mail && email !== null)
    jobs.soon(`contact mail ${newId()}`, () =>
      mail({ to: email, ...contactChangedMail(contact, role, originOf(config)) }),
    )
}
