// The tables of a database that a backup is restored into: made as the market's servers make them,
// by the migrations.

import {
  areUnreleased,
  createMigrationsTable,
  type Migration,
  migrationSql,
  readMigrations,
} from '#server/platform/database/migrate.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import type { Manifest } from './format.ts'
import { isOwn } from './read-tables.ts'
import type { SqlSession } from './sql-session.ts'

/**
 * The migrations that a backup's tables were made by. Throws a StartupError if this version doesn't
 * have them.
 */
export async function migrationsOf({ migrations }: Manifest): Promise<Migration[]> {
  if (areUnreleased(migrations.map(({ name }) => name)))
    throw new StartupError(
      'The backup was made by an unreleased version of Dobara, and can’t be restored.',
    )
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  return migrations.map(({ name, fingerprint }) => {
    const migration = known.get(name)
    if (!migration)
      throw new StartupError(
        `The backup was made by a newer version of Dobara (migration ${name}). Restore it with that version, or a later one.`,
      )
    if (migration.fingerprint !== fingerprint)
      throw new StartupError(
        `The backup was made by another version of Dobara (migration ${name} differs). Restore it with that version.`,
      )
    return migration
  })
}

/** Removes all tables and functions, and makes those of the migrations. */
export async function rebuildTables(
  { exec }: SqlSession,
  migrations: readonly Migration[],
): Promise<void> {
  await exec(`do $$ declare dropped text; begin
    for dropped in select oid::regclass::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and ${isOwn('pg_class', 'pg_class.oid')} order by oid loop
      execute format('drop table %s cascade', dropped);
    end loop;
    -- A function takes those that call it along.
    loop
      select oid::regprocedure::text into dropped from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f'
          and ${isOwn('pg_proc', 'pg_proc.oid')} limit 1;
      exit when dropped is null;
      execute format('drop function %s cascade', dropped);
    end loop;
  end $$`)
  await exec(createMigrationsTable)
  for (const migration of migrations) await exec(migrationSql(migration))
}

/**
 * Takes foreign keys and indexes off all tables, so that rows come in any order and indexes are
 * made in one go, which takes a fraction of the time; returns the statements that put them back.
 */
export async function takeOffIndexes({ query, exec }: SqlSession): Promise<string[]> {
  const foreignKeys = await query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid, conname`)
  const indexes = await query<{ drop: string; add: string }>(`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`)
  const all = [...foreignKeys, ...indexes]
  if (all.length > 0) await exec(all.map(({ drop }) => drop).join(';'))
  // Foreign keys last: they look for rows by the indexes.
  return [...indexes, ...foreignKeys].map(({ add }) => add)
}
