import { resetLinkExpiry } from '#server/accounts/auth/rules.ts'
import { hashToBytes } from '#server/accounts/auth/token-hash.ts'
import { resetLinkMinutes } from '#server/accounts/limits.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'

/** Maximum links of a request that work at the same time: one email a minute. */
const maxResetLinks = resetLinkMinutes

const resetRequestDays = 7

const resetMailIntervalMs = 60_000

const dayMs = 86_400_000

async function insertResetLink(
  db: Db,
  requestId: string,
  tokenHash: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('password_reset_links')
    .values({
      token_hash: hashToBytes(tokenHash),
      password_reset_id: requestId,
      expires_at: expiresAt,
    })
    .execute()
  const links = db
    .selectFrom('password_reset_links')
    .select('token_hash')
    .where('password_reset_id', '=', requestId)
  const surplus = links.orderBy('expires_at', 'desc').offset(maxResetLinks)
  await db.deleteFrom('password_reset_links').where('token_hash', 'in', surplus).execute()
}

/**
 * Saves or renews an account's request for a new password. With `tokenHash` it also saves a link;
 * earlier links stay valid. Returns false if the last email was sent too recently. Call this in a
 * transaction.
 */
export async function saveResetRequest(
  db: Db,
  { accountId, tokenHash, now }: { accountId: string; tokenHash?: string; now: Date },
): Promise<boolean> {
  const lastMailBefore = new Date(now.getTime() - resetMailIntervalMs)
  const saved = await db
    .insertInto('password_resets')
    .values({ id: newId(now.getTime()), account_id: accountId, requested_at: now })
    .onConflict((conflict) => {
      const renewed = conflict
        .column('account_id')
        .where('used_at', 'is', null)
        .doUpdateSet({ requested_at: now })
      return tokenHash === undefined
        ? renewed
        : renewed.where('password_resets.requested_at', '<=', lastMailBefore)
    })
    .returning('id')
    .executeTakeFirst()
  if (saved && tokenHash !== undefined)
    await insertResetLink(db, saved.id, tokenHash, resetLinkExpiry(now))
  return saved !== undefined
}

/**
 * Makes a link for a request; returns undefined if the request isn't open. The database stores only
 * the hash of the returned token. Call this in a transaction.
 */
export async function addResetLink(
  db: Db,
  requestId: string,
  now: Date,
): Promise<{ accountId: string; token: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const expiresAt = resetLinkExpiry(now)
  const openRequest = db
    .selectFrom('password_resets')
    .select('account_id')
    .where('id', '=', requestId)
    .where('used_at', 'is', null)
  const request = await openRequest.forUpdate().executeTakeFirst()
  if (!request) return undefined
  await insertResetLink(db, requestId, hashToken(token), expiresAt)
  return { accountId: request.account_id, token, expiresAt }
}

export function findResetLink(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_reset_links')
    .innerJoin('password_resets', 'password_resets.id', 'password_reset_id')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('account_id')
    .where('token_hash', '=', hashToBytes(tokenHash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Marks the request of a live link as used. Returns false if the link has expired or was used. */
export async function consumeResetLink(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const requestId = db
    .selectFrom('password_reset_links')
    .select('password_reset_id')
    .where('token_hash', '=', hashToBytes(tokenHash))
    .where('expires_at', '>', now)
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('id', 'in', requestId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteResetLinksOf(db: Db, accountId: string): Promise<void> {
  const requests = db.selectFrom('password_resets').select('id').where('account_id', '=', accountId)
  await db.deleteFrom('password_reset_links').where('password_reset_id', 'in', requests).execute()
}

export async function deleteResetRequestsOf(db: Db, accountIds: readonly string[]): Promise<void> {
  await db.deleteFrom('password_resets').where('account_id', 'in', accountIds).execute()
}

export async function deleteOldResetRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - resetRequestDays * dayMs)
  await db.deleteFrom('password_resets').where('requested_at', '<', before).execute()
}
