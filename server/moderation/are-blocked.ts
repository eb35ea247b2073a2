// Blocks between people, in SQL. Every feature may import this file, so it imports none.
import { type RawBuilder, sql } from 'kysely'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether one person has blocked the other. Both arguments are SQL for an `accounts.person_id`. */
export const hasBlocked = (personId: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from account_blocks
    where person_id = ${personId} and blocked_person_id = ${otherId})`

export const areBlocked = (personId: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql<boolean>`(${hasBlocked(personId, otherId)} or ${hasBlocked(otherId, personId)})`

export const blockedSince = (personId: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql<Date | null>`(select min(created_at) from account_blocks
    where (person_id, blocked_person_id) in ((${personId}, ${otherId}), (${otherId}, ${personId})))`

export const personOf = (accountId: string | RawBuilder<unknown>) =>
  sql`(select person_id from accounts where id = ${accountId})`

/**
 * Throws `code` if there is a block between two people. Call this in the transaction that writes,
 * after locking the chat or both accounts, because a block takes the same locks.
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
