import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'

/** How long a link works. */
export const resetLinkMinutes = 10

const resetRequestDays = 7

const minuteMs = 60_000
const dayMs = 86_400_000

const resetLinkExpiry = (now: Date): Date => new Date(now.getTime() + resetLinkMinutes * minuteMs)

/** The token is in the fragment, which browsers don't send, so no server logs it. */
export const resetLinkPath = (token: string): string => `/reset-password#${token}`

/**
 * Saves or renews an account's or helper's request for a new password, together with the hash of an
 * emailed link's token, if there is one. Returns false if an earlier link still works, because a
 * stranger must not be able to replace it.
 */
export async function saveResetRequest(
  db: Db,
  {
    accountId,
    helperId = null,
    tokenHash,
    now,
  }: { accountId: string; helperId?: string | null; tokenHash?: string; now: Date },
): Promise<boolean> {
  const isMailed = tokenHash !== undefined
  const link = isMailed ? { token_hash: tokenHash, expires_at: resetLinkExpiry(now) } : {}
  const whose = { account_id: accountId, helper_id: helperId }
  const saved = await db
    .insertInto('password_resets')
    .values({ id: newId(now.getTime()), ...whose, requested_at: now, ...link })
    .onConflict((conflict) => {
      const renewed = conflict
        .columns(['account_id', 'helper_id'])
        .doUpdateSet({ requested_at: now, ...link })
      if (!isMailed) return renewed
      return renewed.where(({ eb, or }) =>
        or([
          eb('password_resets.expires_at', 'is', null),
          eb('password_resets.expires_at', '<=', now),
        ]),
      )
    })
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Creates a link for a request, which replaces an earlier one. Returns undefined if there is no
 * such request. The database stores only the hash of the returned token.
 */
export async function addResetLink(
  db: Db,
  requestId: string,
  now: Date,
): Promise<{ accountId: string; token: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const expiresAt = resetLinkExpiry(now)
  const request = await db
    .updateTable('password_resets')
    .set({ token_hash: hashToken(token), expires_at: expiresAt })
    .where('id', '=', requestId)
    .returning('account_id')
    .executeTakeFirst()
  return request && { accountId: request.account_id, token, expiresAt }
}

/**
 * Finds a valid link of an active account. Setting the password deletes the request with its link.
 */
export function findResetLink(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_id', 'helper_id'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function deleteResetRequestsOf(db: Db, accountIds: readonly string[]): Promise<void> {
  await db.deleteFrom('password_resets').where('account_id', 'in', accountIds).execute()
}

export async function deleteOldResetRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - resetRequestDays * dayMs)
  await db.deleteFrom('password_resets').where('requested_at', '<', before).execute()
}
