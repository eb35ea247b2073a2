// People's choices: muted kinds for each account, emails for each person (both accounts have the
// same address), push messages for each browser.
import { sql } from 'kysely'
import type {
  MutableNotificationKind,
  NotificationChoices,
  NotificationSettings,
} from '#contract/accounts/notifications.ts'
import type { Role, Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { findAccount, isLastAccount } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, isDistinctFrom } from '#server/platform/database/database.ts'
import { newToken, type Viewer } from '#server/platform/http/viewer.ts'
import { switchesOf } from './kinds.ts'
import { viewPush } from './push.ts'
import { mutedKinds, selectChoices } from './store.ts'

/** Throws session_ended if the account was deleted. */
export async function findChoices(
  db: Db,
  { accountId, session }: Viewer,
): Promise<NotificationChoices> {
  const row = await selectChoices(db, accountId)
    .select(['accounts.email', 'confirmed_at', 'mails_are_on'])
    .select(['notification_settings.email as known_email', mutedKinds.as('muted')])
    .executeTakeFirst()
  if (!row) throw new AppError('session_ended')
  return {
    muted: row.muted,
    mail: {
      email: row.email ?? '',
      isConfirmed: row.known_email === row.email && row.confirmed_at !== null,
      isOn: row.mails_are_on ?? true,
    },
    push: await viewPush(db, session),
  }
}

/** Returns the settings that this server supports. */
export async function viewSettings(
  { db, mail, config }: AppContext,
  viewer: Viewer,
): Promise<NotificationSettings> {
  const choices = await findChoices(db, viewer)
  const canReachAway = mail !== undefined || config.push !== undefined
  const kinds = switchesOf(viewer.role as Side)
    .filter(([kind]) => kind !== 'message' || canReachAway)
    .map(([kind, label]) => ({ kind, label, isOn: !choices.muted.includes(kind) }))
  return {
    kinds,
    ...(mail && { mail: choices.mail }),
    ...(config.push && { push: { ...choices.push, publicKey: config.push.publicKey } }),
  }
}

/** Creates the settings of the account's person, if there are none. Throws session_ended. */
export async function ensureSettings(
  db: Db,
  accountId: string,
): Promise<{ personId: string; email: string }> {
  const account = await findAccount(db, accountId)
  if (!account) throw new AppError('session_ended')
  const { person_id, email } = account
  await db
    .insertInto('notification_settings')
    .values({ person_id, unsubscribe_token: newToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { personId: person_id, email: email ?? '' }
}

const mutedColumn = { buyer: 'muted_as_buyer', seller: 'muted_as_seller' } as const

type Switches = Partial<Record<MutableNotificationKind | 'mail', boolean | undefined>>

export async function saveSwitches(
  db: Db,
  accountId: string,
  side: Side,
  { mail, ...kinds }: Switches,
): Promise<void> {
  const { personId } = await ensureSettings(db, accountId)
  const switched = (isOn: boolean) =>
    Object.entries(kinds).flatMap(([kind, value]) => (value === isOn ? [kind] : []))
  const column = mutedColumn[side]
  const muted = sql<string[]>`array(select unnest(${sql.ref(column)} || ${switched(false)}::text[])
    except select unnest(${switched(true)}::text[]) order by 1)`
  const changes = { [column]: muted, ...(mail !== undefined && { mails_are_on: mail }) }
  await db
    .updateTable('notification_settings')
    .set(changes)
    .where('person_id', '=', personId)
    .where(isDistinctFrom(changes))
    .execute()
}

/**
 * Deletes a deleted account's notifications and, with a person's last account, the person's
 * settings.
 */
export async function deleteNotificationsOf(
  db: Db,
  account: { id: string; person_id: string; role: Role },
): Promise<void> {
  const { id, person_id, role } = account
  await db.deleteFrom('notifications').where('account_id', '=', id).execute()
  const ofPerson = db.updateTable('notification_settings').where('person_id', '=', person_id)
  await ofPerson.set({ [mutedColumn[role === 'seller' ? role : 'buyer']]: [] }).execute()
  if (await isLastAccount(db, account))
    await db.deleteFrom('notification_settings').where('person_id', '=', person_id).execute()
}
