import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { pgliteDatabase } from './database.ts'
import { autovacuum } from './vacuum.ts'

test('analyzes tables after many changes, and vacuums them once they have dead rows', async () => {
  const snapshot = new Blob([await readFile(inject('emptySnapshot'))])
  const { db, close } = pgliteDatabase(await openPGlite({ snapshot }))
  onTestFinished(close)
  const findCounts = async () => {
    const { rows } = await sql<{ tuples: number; analyzed: number; vacuumed: number }>`
      select reltuples as tuples, analyze_count::integer as analyzed,
        vacuum_count::integer as vacuumed
      from pg_stat_user_tables join pg_class on pg_class.oid = relid`.execute(db)
    return rows[0]
  }
  await sql`create table things (number integer primary key, text text)`.execute(db)
  await sql`insert into things select n, 'one' from generate_series(1, 1000) n`.execute(db)
  expect(await findCounts()).toEqual({ tuples: -1, analyzed: 0, vacuumed: 0 })
  await autovacuum(db)
  expect(await findCounts()).toEqual({ tuples: 1000, analyzed: 1, vacuumed: 0 })
  await sql`insert into things select n, 'one' from generate_series(1001, 1100) n`.execute(db)
  await autovacuum(db)
  expect(await findCounts()).toMatchObject({ analyzed: 1, vacuumed: 0 })
  await sql`insert into things select n, 'one' from generate_series(1101, 1200) n`.execute(db)
  await autovacuum(db)
  expect(await findCounts()).toEqual({ tuples: 1200, analyzed: 2, vacuumed: 0 })
  await sql`update things set text = 'two' where number <= 400`.execute(db)
  await autovacuum(db)
  expect(await findCounts()).toEqual({ tuples: 1200, analyzed: 3, vacuumed: 1 })
})
