import { sql } from 'kysely'
import type { Db } from './database.ts'

type Table = { name: string; tuples: number; modified: number; dead: number }

/** The thresholds of PostgreSQL's autovacuum: 50 rows plus a share of the table. */
const needsVacuum = ({ dead, tuples }: Table) => dead > 50 + 0.2 * Math.max(0, tuples)
const needsAnalyze = ({ modified, tuples }: Table) =>
  tuples < 0 || modified > 50 + 0.1 * Math.max(0, tuples)

/**
 * Does the work of PostgreSQL's autovacuum, which PGlite lacks. Otherwise queries would be planned
 * for empty tables, and files would grow with each update. Handles one table at a time, so that
 * other queries wait only briefly.
 */
export async function autovacuum(db: Db): Promise<void> {
  // Makes this connection's statistics appear without a delay.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  // `reltuples` is -1 until a table is analyzed.
  const { rows } = await sql<Table>`select pg_class.relname as name, reltuples as tuples,
      n_mod_since_analyze::float8 as modified, n_dead_tup::float8 as dead
    from pg_stat_user_tables join pg_class on pg_class.oid = relid`.execute(db)
  for (const table of rows)
    if (needsVacuum(table)) await sql`vacuum analyze ${sql.table(table.name)}`.execute(db)
    else if (needsAnalyze(table)) await sql`analyze ${sql.table(table.name)}`.execute(db)
}
