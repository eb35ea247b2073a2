import { maxResetLinks, resetMailIntervalMs, resetRequestDays } from '#server/accounts/policy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { resetLinkExpiry } from './rules.ts'
import { hashToBytes } from './token-hash.ts'

const dayMs = 86_400_000

async function insertResetLink(
  db: Db,
  requestId: string,
  tokenHash: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('reset_links')
    .values({ token_hash: hashToBytes(tokenHash), request_id: requestId, expires_at: expiresAt })
    .execute()
  const links = db
    .selectFrom('reset_links')
    .select('token_hash')
    .where('request_id', '=', requestId)
  const surplus = links.orderBy('expires_at', 'desc').offset(maxResetLinks)
  await db.deleteFrom('reset_links').where('token_hash', 'in', surplus).execute()
}

/**
 * Saves that a person asked for a new password, again or for the first time. With `tokenHash` they
 * also get a link; earlier links stay valid. Returns false where the last mail went out just now.
 * Runs in a transaction.
 */
export async function saveResetRequest(
  db: Db,
  { personId, tokenHash, now }: { personId: string; tokenHash?: string; now: Date },
): Promise<boolean> {
  const lastMailBefore = new Date(now.getTime() - resetMailIntervalMs)
  const saved = await db
    .insertInto('password_resets')
    .values({ id: newId(now.getTime()), person_id: personId, requested_at: now })
    .onConflict((conflict) => {
      const renewed = conflict
        .column('person_id')
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
 * Makes a link for an open request; undefined where the request isn't open. The token is returned
 * here only: the database has its hash. Runs in a transaction.
 */
export async function addResetLink(
  db: Db,
  requestId: string,
  now: Date,
): Promise<{ personId: string; token: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const expiresAt = resetLinkExpiry(now)
  const openRequest = db
    .selectFrom('password_resets')
    .select('person_id')
    .where('id', '=', requestId)
    .where('used_at', 'is', null)
  const request = await openRequest.forUpdate().executeTakeFirst()
  if (!request) return undefined
  await insertResetLink(db, requestId, hashToken(token), expiresAt)
  return { personId: request.person_id, token, expiresAt }
}

export function findResetLink(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('reset_links')
    .innerJoin('password_resets', 'password_resets.id', 'request_id')
    .innerJoin('people', 'people.id', 'person_id')
    .select('person_id')
    .where('token_hash', '=', hashToBytes(tokenHash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Marks the request of a live link as used; false where it has expired or was used already. */
export async function consumeResetLink(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const requestId = db
    .selectFrom('reset_links')
    .select('request_id')
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

/** Deletes a person's links, but not their request for one. */
export async function deleteResetLinksOf(db: Db, personId: string): Promise<void> {
  const requests = db.selectFrom('password_resets').select('id').where('person_id', '=', personId)
  await db.deleteFrom('reset_links').where('request_id', 'in', requests).execute()
}

export async function deleteResetRequestsOf(db: Db, people: readonly string[]): Promise<void> {
  await db.deleteFrom('password_resets').where('person_id', 'in', people).execute()
}

export async function deleteOldResetRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - resetRequestDays * dayMs)
  await db.deleteFrom('password_resets').where('requested_at', '<', before).execute()
}
