// Whether two people have blocked each other, in SQL. Every feature may import this file; it
// imports no feature.
import { type RawBuilder, sql } from 'kysely'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether one person has blocked another; takes SQL for two `accounts.person_id`. */
export const hasBlocked = (personId: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from account_blocks
    where person_id = ${personId} and blocked_person_id = ${otherId})`

export const areBlocked = (personId: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql<boolean>`(${hasBlocked(personId, otherId)} or ${hasBlocked(otherId, personId)})`

/** Since when one of two people has blocked the other; null where neither has. */
export const blockedSince = (personId: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql<Date | null>`(select min(created_at) from account_blocks
    where (person_id, blocked_person_id) in ((${personId}, ${otherId}), (${otherId}, ${personId})))`

/** SQL for the person of an account, given its id or SQL for the id. */
export const personOf = (accountId: string | RawBuilder<unknown>) =>
  sql`(select person_id from accounts where id = ${accountId})`

/**
 * Throws if one of the two people has blocked the other; by default chat_read_only, which doesn't
 * say who did. Call it in the transaction that writes, once the chat, or both accounts, are locked:
 * a block locks them too.
 */
export async function rejectBlocked(
  db: Db,
  [accountId, otherId]: readonly [string, string],
  code: ErrorCode = 'chat_read_only',
): Promise<void> {
  const [person, other] = [personOf(accountId), personOf(otherId)]
  const { blocked } = await db
    .selectNoFrom(areBlocked(person, other).as('blocked'))
    .executeTakeFirstOrThrow()
  if (blocked) throw new AppError(code)
}

/**
 * The sellers whose listings an account doesn't see: those it blocked, and those who blocked it.
 */
export async function findHiddenSellers(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with me as (select person_id from accounts where id = ${accountId})
    select accounts.id from accounts where role = 'seller' and person_id in (
      select blocked_person_id from account_blocks join me using (person_id)
      union select account_blocks.person_id from account_blocks
        join me on me.person_id = blocked_person_id)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
