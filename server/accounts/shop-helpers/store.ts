// Helpers of shops, and the invitations by which they join.
import { sql } from 'kysely'
import type { HelperInvite, ShopHelper } from '#contract/accounts/shop-helpers.ts'
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import type { HelpersTable } from '#db/tables.ts'
import { type Db, violatesConstraint } from '#server/platform/database/database.ts'

/** Locked to invite a helper, to become one, and to delete the owner's account with all of them. */
export const helpersLockKey = (sellerId: string): string => `helpers ${sellerId}`

export async function isHelperEmail(db: Db, email: string): Promise<boolean> {
  const row = db
    .selectFrom('helpers')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
  return (await row.executeTakeFirst()) !== undefined
}

/** Whether an email logs in to a seller account: as its owner, or as a helper. */
export async function isSellerLogin(db: Db, email: string): Promise<boolean> {
  const seller = db
    .selectFrom('accounts')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('role', '=', 'seller')
    .where('deleted_at', 'is', null)
  return (await seller.executeTakeFirst()) !== undefined || isHelperEmail(db, email)
}

export async function findHelpers(db: Db, sellerId: string, now: Date): Promise<ShopHelper[]> {
  const rows = await db
    .selectFrom('helpers')
    .select(['id', 'name', 'email', 'created_at'])
    .select((helper) =>
      helper
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('used_at').as('used_at'))
        .whereRef('helper_id', '=', 'helpers.id')
        .where('expires_at', '>', now)
        .as('used_at'),
    )
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, email, created_at, used_at }) => ({
    _id: id,
    name,
    email,
    joinedAt: created_at.toISOString(),
    usedAt: used_at?.toISOString(),
  }))
}

export async function findInvites(db: Db, sellerId: string, now: Date): Promise<HelperInvite[]> {
  const rows = await db
    .selectFrom('helper_invites')
    .select(['id', 'created_at', 'expires_at'])
    .where('seller_id', '=', sellerId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
  return rows.map(({ id, created_at, expires_at }) => ({
    _id: id,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }))
}

type NewInvite = {
  id: string
  seller_id: string
  token_hash: string
  created_at: Date
  expires_at: Date
}

/** Inserts an invitation, and deletes expired ones of the shop. */
export async function insertInvite(db: Db, invite: NewInvite): Promise<void> {
  await db
    .deleteFrom('helper_invites')
    .where('seller_id', '=', invite.seller_id)
    .where('expires_at', '<=', invite.created_at)
    .execute()
  await db.insertInto('helper_invites').values(invite).execute()
}

/** Finds an invitation that still works. The owner of its shop must be active. */
export function findInvite(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('helper_invites')
    .innerJoin('accounts', 'accounts.id', 'seller_id')
    .select(['helper_invites.id', 'seller_id', 'shop_name', 'accounts.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes an invitation and returns whether it existed, so that it is used only once. */
export async function deleteInvite(
  db: Db,
  { id, sellerId }: { id: string; sellerId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('helper_invites')
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteInvitesOf(db: Db, accountIds: readonly string[]): Promise<void> {
  await db.deleteFrom('helper_invites').where('seller_id', 'in', accountIds).execute()
}

export async function lockHelpersOf(db: Db, sellerId: string): Promise<void> {
  await db
    .selectFrom('helpers')
    .select('id')
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .execute()
}

/** Deletes the helpers of an account with their sessions, and its invitations. */
export async function deleteHelpersOf(db: Db, sellerId: string): Promise<void> {
  await deleteInvitesOf(db, [sellerId])
  await db.deleteFrom('helpers').where('seller_id', '=', sellerId).execute()
}

async function rejectTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatesConstraint(error, 'helpers_name'))
      throw fieldError('name', 'Another helper of this shop has this name.')
    throw error
  }
}

/** Throws malformed if another helper of the shop has the name. */
export const insertHelper = (
  db: Db,
  helper: Pick<HelpersTable, 'id' | 'seller_id' | 'name' | 'email' | 'password_hash'> & {
    created_at: Date
  },
) => rejectTakenName(() => db.insertInto('helpers').values(helper).execute())

/** Throws malformed if another helper of the shop has the name. */
export const renameHelperTo = (db: Db, id: string, name: string) =>
  rejectTakenName(() => db.updateTable('helpers').set({ name }).where('id', '=', id).execute())

/** With `lock`, the helper can't be removed or get another password until the transaction ends. */
export function findHelper(db: Db, id: string, lock?: 'share' | 'update') {
  const helper = db
    .selectFrom('helpers')
    .select(['id', 'seller_id', 'name', 'email', 'password_hash'])
    .where('id', '=', id)
  if (lock === 'share') return helper.forShare().executeTakeFirst()
  return (lock === 'update' ? helper.forNoKeyUpdate() : helper).executeTakeFirst()
}

/**
 * Locks the helper who sends the request until the transaction ends, so that removing them waits
 * for it. Throws session_ended if they have been removed.
 */
export async function lockHelper(db: Db, id: string): Promise<void> {
  const row = db.selectFrom('helpers').select('id').where('id', '=', id).forKeyShare()
  if (!(await row.executeTakeFirst())) throw new AppError('session_ended')
}

/** Sets a helper's password and deletes their requests for a new one. */
export async function setHelperPassword(db: Db, id: string, password_hash: string): Promise<void> {
  await db.updateTable('helpers').set({ password_hash }).where('id', '=', id).execute()
  await db.deleteFrom('password_resets').where('helper_id', '=', id).execute()
}

/**
 * Removes a helper. Returns the token hashes of their sessions. Waits for transactions of the
 * helper. Throws helper_not_found.
 */
export async function deleteHelper(db: Db, id: string, sellerId: string): Promise<string[]> {
  const helper = await db
    .selectFrom('helpers')
    .select('id')
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst()
  if (!helper) throw new AppError('helper_not_found')
  const sessions = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('helper_id', '=', id)
    .execute()
  await db.deleteFrom('helpers').where('id', '=', id).execute()
  return sessions.map(({ token_hash }) => token_hash)
}

export async function countHelpers(db: Db, sellerId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectNoFrom(
      sql<number>`((select count(*) from helpers where seller_id = ${sellerId})
        + (select count(*) from helper_invites where seller_id = ${sellerId} and expires_at > ${now}))::integer`.as(
        'count',
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
