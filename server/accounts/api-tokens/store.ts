import type { ApiToken } from '#contract/accounts/api-tokens.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxApiTokens } from '#contract/common/limits.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { apiTokenPrefix, hashToken, newToken, type Viewer } from '#server/platform/http/viewer.ts'

/** The last use is saved at most this often, because most requests should only read. */
const usedIntervalMs = 60_000

const columns = ['api_tokens.id', 'api_tokens.name', 'api_tokens.created_at', 'used_at'] as const
type Row = { id: string; name: string; created_at: Date; used_at: Date | null }

const toApiToken = ({ id, name, created_at, used_at }: Row): ApiToken => ({
  _id: id,
  name,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString(),
})

export async function findApiTokens(db: Db, accountId: string): Promise<ApiToken[]> {
  const rows = db.selectFrom('api_tokens').select(columns).where('account_id', '=', accountId)
  return (await rows.orderBy('id', 'desc').execute()).map(toApiToken)
}

/** The caller must have locked the account. Throws too_many_tokens. */
export async function insertApiToken(
  db: Db,
  accountId: string,
  { name, now }: { name: string; now: Date },
): Promise<ApiToken & { token: string }> {
  if ((await findApiTokens(db, accountId)).length >= maxApiTokens)
    throw new AppError('too_many_tokens')
  const token = `${apiTokenPrefix}${newToken()}`
  const row = { id: newId(), name, created_at: now, used_at: null }
  await db
    .insertInto('api_tokens')
    .values({ ...row, account_id: accountId, token_hash: hashToken(token) })
    .execute()
  return { ...toApiToken(row), token }
}

/** Throws token_not_found. */
export async function deleteApiToken(db: Db, accountId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('token_not_found')
}

export async function deleteApiTokensOf(db: Db, accountIds: readonly string[]): Promise<void> {
  await db.deleteFrom('api_tokens').where('account_id', 'in', accountIds).execute()
}

/** Returns the account of the API token with this hash, and saves when it was last used. */
export async function findApiViewer(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('accounts', 'accounts.id', 'api_tokens.account_id')
    .select(['accounts.id', 'accounts.role', 'accounts.name', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.used_at === null || now.getTime() - row.used_at.getTime() >= usedIntervalMs)
    await db
      .updateTable('api_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .execute()
  return {
    accountId: row.id,
    role: row.role,
    name: row.name,
    session: tokenHash,
    isApiToken: true,
  }
}
