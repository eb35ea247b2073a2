import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { openPostgres } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

let pglite: Awaited<ReturnType<typeof openPGlite>>
beforeAll(async () => {
  pglite = await openPGlite({ snapshot: new Blob([await readFile(inject('snapshot'))]) })
})
afterAll(() => pglite.close())

let folder = ''
let name = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-migrations-'))
  name = `t${randomUUID().slice(0, 8)}`
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeMigration = (file: string, text: string) =>
  writeFile(path.join(folder, `${file}.sql`), text)
const run = async (sql: string) => (await pglite.exec(sql)).at(-1)?.rows ?? []
const migrateFolder = () => migrate(run, pathToFileURL(`${folder}/`))
const appliedFiles = async () =>
  (await run(`select name from migrations where name like '%${name}%' order by ran_at, name`)).map(
    (row) => (row as { name: string }).name,
  )
const exists = async (table: string) =>
  ((await run(`select to_regclass('${table}') is not null as found`))[0] as { found: boolean })
    .found

test('each file runs once, in order', async () => {
  await writeMigration(`0002_${name}`, `insert into ${name} values (2)`)
  await writeMigration(
    `0001_${name}`,
    `create table ${name} (n int); insert into ${name} values (1)`,
  )
  await migrateFolder()
  await migrateFolder()
  await writeMigration(`0003_${name}`, `insert into ${name} values (3);\n-- a comment at the end`)
  await migrateFolder()
  expect(await run(`select n from ${name} order by n`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await appliedFiles()).toEqual([`0001_${name}.sql`, `0002_${name}.sql`, `0003_${name}.sql`])
})

test('a file that changed since it ran is rejected', async () => {
  await writeMigration(`0001_${name}`, `create table ${name} (n int)`)
  await migrateFolder()
  await writeMigration(`0001_${name}`, `create table ${name} (n bigint)`)
  await expect(migrateFolder()).rejects.toThrow(
    new StartupError(
      `Database: migration 0001_${name}.sql has changed since it ran here. Start with an empty DATA_DIR, or an empty database in DATABASE_URL.`,
    ),
  )
})

test('a failing migration is rolled back, and runs once it is fixed', async () => {
  await writeMigration(`0001_${name}`, `create table ${name} (n int)`)
  await writeMigration(
    `0002_${name}`,
    `create table ${name}_more (n int); insert into ${name} values (1); insert into nowhere values (1)`,
  )
  await writeMigration(`0003_${name}`, `insert into ${name} values (3)`)
  const failing = migrateFolder()
  await expect(failing).rejects.toBeInstanceOf(StartupError)
  await expect(failing).rejects.toThrow(
    `Database: migration 0002_${name}.sql failed: relation "nowhere" does not exist`,
  )
  expect([
    await appliedFiles(),
    await exists(`${name}_more`),
    await run(`select n from ${name}`),
  ]).toEqual([[`0001_${name}.sql`], false, []])
  await writeMigration(`0002_${name}`, `create table ${name}_more (n int)`)
  await migrateFolder()
  expect([
    await appliedFiles(),
    await exists(`${name}_more`),
    await run(`select n from ${name}`),
  ]).toEqual([[`0001_${name}.sql`, `0002_${name}.sql`, `0003_${name}.sql`], true, [{ n: 3 }]])
})

const url = process.env.TEST_DATABASE_URL

test.runIf(url)('servers that start together on PostgreSQL run migrations once', async () => {
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const testUrl = new URL(url ?? '')
  testUrl.pathname = `/${name}`
  try {
    const databases = await Promise.all(Array.from({ length: 5 }, () => openPostgres(testUrl.href)))
    const rows = await databases[0]?.pool?.query('select name from migrations')
    expect(rows?.rows).toContainEqual({ name: '0001_installation.sql' })
    const locks = await admin.query(
      `select 1 from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = $1`,
      [name],
    )
    expect(locks.rowCount).toBe(0)
    await Promise.all(databases.map(({ close }) => close()))
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

/** Statements that would break or block servers of the previous version of Dobara. */
const disruptive = {
  'removes or renames': /\b(drop|rename) (table|column|function|view|to)\b/,
  'changes a type, or rejects what was allowed': /\balter column \w+ (type|set not null)\b/,
  'creates an index of a table that may be large':
    /^create (unique )?index (?=.* on (accounts|books|copies|orders|messages|ratings|notifications) )/m,
}

const lastOfSchema = '0012_prices.sql'

test('a migration doesn’t disturb servers of the previous version', async () => {
  const migrations = await readMigrations()
  const schema = migrations.filter(({ name }) => name <= lastOfSchema)
  const findDisruptive = (some: typeof migrations) =>
    some.flatMap(({ name, text }) =>
      Object.entries(disruptive).flatMap(([what, pattern]) =>
        pattern.test(text) ? [`${name} ${what}`] : [],
      ),
    )
  expect(schema.at(-1)?.name).toBe(lastOfSchema)
  // The schema creates such indexes, but while nobody uses the database.
  expect(findDisruptive(schema)).not.toEqual([])
  expect(findDisruptive(migrations.slice(schema.length))).toEqual([])
})

test.each([
  [
    'postgres://nobody@127.0.0.1:1/market',
    /^DATABASE_URL: can't connect to PostgreSQL: .*ECONNREFUSED/,
  ],
  [
    'postgres://nobody@localhost:1/market',
    /^DATABASE_URL: can't connect to PostgreSQL: .*ECONNREFUSED/,
  ],
  [
    'postgres://nobody@no.such.host.invalid/market',
    /^DATABASE_URL: can't connect to PostgreSQL: .*no\.such\.host/,
  ],
])('an unreachable PostgreSQL (%s) is reported in one line', async (address, line) => {
  const error = await openPostgres(address).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartupError)
  expect((error as StartupError).message).toMatch(line)
  expect((error as StartupError).message).not.toContain('\n')
})
