import { sql } from 'kysely'
import { arrayOf, type Db } from './database.ts'

/**
 * Locks a key until the transaction ends, so that transactions in all processes wait for each
 * other. `key` says what is locked: 'email asha@example.com', 'title …'.
 *
 * To avoid deadlocks, a transaction takes several locks in this order: the helper who sends the
 * request; idempotency keys; emails, helpers, senders, quotas, uploads, imports, proposals and
 * rings (keys, sorted); chats by id (for an exchange, the chats of all its orders), then their
 * orders, offers, meetings, problems and exchanges; accounts by id; titles (keys); changes of many
 * books; books by id with their copies, then their reservations; photos by hash.
 */
export async function lockKey(db: Db, key: string): Promise<void> {
  await lockKeys(db, [key])
}

/** Locks several keys of one kind, in their order. */
export async function lockKeys(db: Db, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from (
    select unnest(${arrayOf('text', [...new Set(keys)].sort())}) as key) as keys`.execute(db)
}
