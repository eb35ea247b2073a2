// Quickly inserts many rows, for tests of large databases.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { maxWholeMarketMs, transact } from './database.ts'

/**
 * Finds the statements that remove and restore triggers, then foreign keys, then indexes that
 * belong to no constraint. Excludes Socket.IO's table, which every server constantly cleans up.
 */
const onTables = sql<{ off: string; on: string }>`
  select 1 as step, format('alter table %I disable trigger user', relname) as off,
    format('alter table %I enable trigger user', relname) as on
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname <> 'socket_io_attachments'
  union all
  select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
  union all
  select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by step`

/**
 * Fills tables with triggers off, then checks and indexes the rows. Uses one transaction, so a
 * failure leaves the database unchanged for later tests.
 */
export async function fillQuickly(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await transact(
    db,
    async (db) => {
      await sql`set local maintenance_work_mem = '256MB'`.execute(db)
      const { rows } = await onTables.execute(db)
      for (const { off } of rows) await sql.raw(off).execute(db)
      await work(db)
      for (const { on } of rows.toReversed()) await sql.raw(on).execute(db)
    },
    maxWholeMarketMs,
  )
  // Autovacuum would do this soon. Before that, index-only scans also read the table.
  await sql`vacuum analyze`.execute(db)
}
