import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { pgliteDatabase } from '#server/platform/database/database.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { openEmbedded } from './open-embedded.ts'
import { openPGlite, type PGlite } from './pglite.ts'

let snapshot: Blob
let folder = ''
async function openThings(): Promise<PGlite> {
  const pglite = await openPGlite({ snapshot })
  onTestFinished(() => pglite.close())
  return pglite
}
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-pglite-'))
  const empty = new Blob([await readFile(inject('emptySnapshot'))])
  const first = await openPGlite({ snapshot: empty })
  await first.exec(
    'create table things (id integer constraint things_id primary key, name text not null)',
  )
  snapshot = new Blob([await first.dump()])
  await first.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made: Promise<string> | undefined
/**
 * Creates a folder with a database. Copies one that was created before, because creating it takes
 * seconds.
 */
async function makeDataDir(name: string): Promise<string> {
  made ??= (async () => {
    const dataDir = path.join(folder, 'made')
    await (await openEmbedded(dataDir)).close()
    return dataDir
  })()
  const dataDir = path.join(folder, name)
  await cp(await made, dataDir, { recursive: true })
  return dataDir
}

test('parameters and results keep their types between threads', async () => {
  const pglite = await openThings()
  const time = new Date('2026-11-22T08:30:00.123Z')
  const bytes = Buffer.from('a part of a larger buffer').subarray(2, 6)
  const values = [
    time,
    '2026-11-22',
    bytes,
    ['one', 'a "quoted" one'],
    { list: [1, null, { deep: '₹' }] },
    null,
    2 ** 40,
    true,
  ]
  const query =
    'select $1::timestamptz a, $2::date b, $3::bytea c, $4::text[] d, $5::jsonb e, $6::text f, $7::bigint g, $8::boolean h'
  // A statement is prepared only after a few uses.
  for (let use = 0; use < 3; use++) {
    const { rows } = await pglite.query<Record<string, unknown>>(query, values)
    const [row = {}] = rows
    expect(Object.values(row)).toEqual(
      values.map((value) => (value === bytes ? new Uint8Array(bytes) : value)),
    )
  }
})

test('a prepared statement still works after errors', async () => {
  const pglite = await openThings()
  const insert = (id: number) =>
    pglite.query('insert into things values ($1, $2) returning name', [id, 'one'])
  const read = async () => (await pglite.query('select * from things where id = $1', [1])).rows
  expect(await insert(1)).toMatchObject({ rows: [{ name: 'one' }], affectedRows: 1 })
  for (let use = 0; use < 3; use++) {
    await expect(insert(1)).rejects.toMatchObject({ code: '23505', constraint: 'things_id' })
    expect(await read()).toEqual([{ id: 1, name: 'one' }])
  }
  expect(await insert(2)).toMatchObject({ rows: [{ name: 'one' }], affectedRows: 1 })
  const { rows } = await pglite.query(
    "select generic_plans + custom_plans > 0 as used from pg_prepared_statements where name <> ''",
  )
  expect(rows).toEqual([{ used: true }, { used: true }])
})

test('an error keeps PostgreSQL’s fields', async () => {
  const pglite = await openThings()
  await pglite.query('insert into things values (1, $1)', ['one'])
  await expect(
    pglite.query('insert into things values (1, $1)', ['another']),
  ).rejects.toMatchObject({
    code: '23505',
    constraint: 'things_id',
    table: 'things',
    detail: 'Key (id)=(1) already exists.',
    message: 'duplicate key value violates unique constraint "things_id"',
  })
  await expect(pglite.query('insert into things values (2, null)')).rejects.toMatchObject({
    code: '23502',
    column: 'name',
  })
  await expect(pglite.query('select $1', [() => {}])).rejects.toThrow('could not be cloned')
  expect((await pglite.query('select name from things')).rows).toEqual([{ name: 'one' }])
})

test('a running query doesn’t block the event loop', async () => {
  const pglite = await openThings()
  let isDone = false
  const query = pglite.query('select count(*) from generate_series(1, 1000000)').finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await turn()
  await query
  expect(turns).toBeGreaterThan(100)
})

test('a transaction with a failed statement is not reported as committed', async () => {
  const pglite = await openThings()
  const { db } = pgliteDatabase(pglite)
  const work = db.transaction().execute(async (db) => {
    await sql`insert into things values (1, 'one')`.execute(db)
    await sql`insert into things values (1, 'one')`.execute(db).catch(() => {})
  })
  await expect(work).rejects.toThrow()
  expect((await sql`select * from things`.execute(db)).rows).toEqual([])
})

test('onCrash is called if the thread ends by itself, not if it is closed', async () => {
  const crashes: unknown[] = []
  const open = () => openPGlite({ snapshot }, (cause) => crashes.push(cause))
  await (await open()).close()
  expect(crashes).toEqual([])
  await (await open()).kill()
  expect(crashes).toEqual([undefined])
})

test('when the thread ends, running and later queries fail', async () => {
  const pglite = await openThings()
  const { db, close } = pgliteDatabase(pglite)
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>()
  const { promise: ended, resolve: hasEnded } = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (db) => {
    await sql`insert into things values (1, 'one')`.execute(db)
    hasBegun()
    await ended
    await sql`insert into things values (2, 'two')`.execute(db)
  })
  await begun
  const queries = [
    pglite.query('select count(*) from generate_series(1, 100000000)'),
    sql`select 1`.execute(db),
    transaction,
  ]
  const errors = queries.map((query) => query.then(() => 'answered', isUnavailable))
  await pglite.kill()
  hasEnded()
  expect(await Promise.all(errors)).toEqual([true, true, true])
  await expect(sql`select 1`.execute(db)).rejects.toSatisfy(isUnavailable)
  await expect(db.transaction().execute(async () => {})).rejects.toSatisfy(isUnavailable)
  await close()
})

test('a query that hangs ends the thread and fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const crashed = Promise.withResolvers<unknown>()
  const hanging = await openPGlite({ snapshot }, crashed.resolve)
  await hanging.query('select 1')
  vi.advanceTimersByTime(60_000)
  const query = hanging.query('select pg_sleep(3600)').then(() => 'answered', isUnavailable)
  vi.advanceTimersByTime(60_000)
  expect(await query).toBe(true)
  expect(String(await crashed.promise)).toContain('Is the disk full?')
})

test('reports a folder that is not a database in one line', async () => {
  const dataDir = path.join(folder, 'broken')
  await mkdir(dataDir)
  await writeFile(path.join(dataDir, 'database'), 'not a folder')
  const error = await openEmbedded(dataDir).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartupError)
  expect((error as Error).message).toMatch(/^DATA_DIR: the database in .* can't be opened: /)
})

test('makes the database’s folder private, even if it wasn’t before', async () => {
  const dataDir = await makeDataDir('private')
  const mode = async () => (await stat(path.join(dataDir, 'database'))).mode & 0o777
  expect(await mode()).toBe(0o700)
  await chmod(path.join(dataDir, 'database'), 0o755)
  await (await openEmbedded(dataDir)).close()
  expect(await mode()).toBe(0o700)
})

const program = (body: string) => [
  ...['--input-type=module', '--eval'],
  `import { openPGlite } from './pglite.ts'
   const pglite = await openPGlite({ dataDir: process.argv[1] })
   ${body}`,
]

test('an open database doesn’t keep the process running', async () => {
  const dataDir = await makeDataDir('open')
  const child = spawn(
    process.execPath,
    [...program(`await pglite.query('select 1')`), path.join(dataDir, 'database')],
    { cwd: import.meta.dirname, stdio: 'inherit' },
  )
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('committed rows survive when the process is killed', async () => {
  const dataDir = path.join(await makeDataDir('killed'), 'database')
  const write = `await pglite.exec('create table written (number integer primary key)')
    for (let number = 1; ; number++) {
      await pglite.query('insert into written values ($1)', [number])
      console.log(number)
    }`
  const child = spawn(process.execPath, [...program(write), dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let committed = 0
  for await (const line of createInterface(child.stdout)) {
    committed = Number(line)
    if (committed === 200) child.kill('SIGKILL')
  }
  const reopened = await openPGlite({ dataDir })
  const { rows } = await reopened.query<{ count: number }>(
    'select count(*)::integer count from written where number <= $1',
    [committed],
  )
  await reopened.close()
  expect(committed).toBeGreaterThanOrEqual(200)
  expect(rows).toEqual([{ count: committed }])
})
