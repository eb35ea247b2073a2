// Runs once before all tests, and creates one PGlite, because that takes seconds. Tests open their
// own database from its dump, which is fast; servers get a copy of its folder. After all tests,
// drops the tests' databases on PostgreSQL.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { migrate } from '#server/platform/database/migrate.ts'

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-snapshot-'))
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const pglite = await openPGlite({ dataDir: path.join(dataDir, 'database') })
  const dump = async (name: 'emptySnapshot' | 'snapshot') => {
    const file = path.join(folder, `${name}.tar`)
    await writeFile(file, await pglite.dump())
    project.provide(name, file)
  }
  await dump('emptySnapshot')
  await migrate(async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [])
  await dump('snapshot')
  await pglite.close()
  project.provide('dataDir', dataDir)
  const databasePrefix = `test_${process.pid}_`
  project.provide('databasePrefix', databasePrefix)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await dropDatabases(databasePrefix)
  }
}

/** Drops the databases of the test workers, which end without dropping them. */
async function dropDatabases(prefix: string): Promise<void> {
  const connectionString = process.env.TEST_DATABASE_URL
  if (!connectionString) return
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
  await admin.end()
}
