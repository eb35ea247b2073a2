// Who gets mails while they are away. By person: both accounts of one share an email.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { MailSettings } from '#contract/accounts/mail-settings.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newToken } from '#server/platform/http/viewer.ts'
import { codeMinutes, maxCodeTries } from './policy.ts'

export type Recipient = { personId: string; email: string }

export async function findRecipient(db: Db, accountId: string): Promise<Recipient | undefined> {
  const account = await findAccount(db, accountId)
  return account?.email ? { personId: account.person_id, email: account.email } : undefined
}

export async function findMailSettings(
  db: Db,
  { personId, email }: Recipient,
): Promise<Omit<MailSettings, 'canSend'>> {
  const row = await db
    .selectFrom('mail_settings')
    .select(['email', 'confirmed_at', 'is_on'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return {
    email,
    isConfirmed: row?.email === email && row.confirmed_at !== null,
    isOn: row?.is_on ?? true,
  }
}

/** A new code in place of the last one; another email than before is no longer confirmed. */
export async function saveCode(db: Db, { personId, email }: Recipient, now: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expires = new Date(now.getTime() + codeMinutes * 60_000)
  const fields = { email, code, code_expires_at: expires, code_tries: 0 }
  await db
    .insertInto('mail_settings')
    .values({ person_id: personId, unsubscribe_token: newToken(), ...fields })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({
        ...fields,
        confirmed_at: sql`case when mail_settings.email = ${email} then mail_settings.confirmed_at end`,
      }),
    )
    .execute()
  return code
}

/** Counts the try, so commit it even if the answer is false: wrong, too late or tried too often. */
export async function confirmWithCode(
  db: Db,
  { personId, email }: Recipient,
  code: string,
  now: Date,
): Promise<boolean> {
  const tried = await db
    .updateTable('mail_settings')
    .set((set) => ({ code_tries: set('code_tries', '+', 1) }))
    .where('person_id', '=', personId)
    .where('email', '=', email)
    .where('code_expires_at', '>', now)
    .where('code_tries', '<', maxCodeTries)
    .returning('code')
    .executeTakeFirst()
  if (tried?.code !== code) return false
  await db
    .updateTable('mail_settings')
    .set({ confirmed_at: now, is_on: true, code: null, code_expires_at: null })
    .where('person_id', '=', personId)
    .execute()
  return true
}

export async function saveIsOn(
  db: Db,
  { personId, email }: Recipient,
  isOn: boolean,
): Promise<void> {
  await db
    .insertInto('mail_settings')
    .values({ person_id: personId, email, is_on: isOn, unsubscribe_token: newToken() })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ is_on: isOn }))
    .execute()
}

export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  const row = await db
    .updateTable('mail_settings')
    .set({ is_on: false })
    .where('unsubscribe_token', '=', token)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_settings')
    .select('person_id')
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

/** For an account that is being deleted: nothing stays of a person without another account. */
export async function deleteMailSettingsOf(
  db: Db,
  { id, person_id }: { id: string; person_id: string },
): Promise<void> {
  const others = db
    .selectFrom('accounts')
    .select('id')
    .where('person_id', '=', person_id)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
  await db
    .deleteFrom('mail_settings')
    .where('person_id', '=', person_id)
    .where((where) => where.not(where.exists(others)))
    .execute()
}
