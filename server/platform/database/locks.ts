import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Makes transactions that lock the same key wait for each other, in all processes, until they end.
 * `key` says what is locked: 'email asha@example.com', 'title …'.
 *
 * A transaction that takes several locks takes them in this order, so that no two wait for each
 * other: idempotency keys; emails, senders, quotas, uploads, proposals and rings (keys, sorted);
 * chats by id (of an exchange those of all its orders), and behind them their orders, offers,
 * meetings, problems and exchanges; accounts by id; titles (keys); books by id with their copies,
 * and behind them their reservations; photos by hash; the arrivals of books (key).
 */
export async function lockKey(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}
