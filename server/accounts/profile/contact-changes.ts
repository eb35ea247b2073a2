// A phone number or UPI ID decides where books and money go, so a session alone can't change it.
import type { Selectable, Updateable } from 'kysely'
import { type AppError, errorOn } from '#contract/common/error-catalog.ts'
import type { AccountsTable } from '#db/tables.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
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
