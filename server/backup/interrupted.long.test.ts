// Killed backups and restores leave nothing incomplete, and the next one succeeds.
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'
import { command, run } from '#server/testing-processes.ts'
import { writeBackup } from './backup.ts'
import { createPostgres, lookIntoPostgres, testSession } from './testing-commands.ts'

let folder = ''
const inFolder = (name: string) => path.join(folder, name)
const others = (names: string[]) => names.filter((name) => !/^lock/.test(name)).sort()

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-interrupted-'))
  await makeBook(await makeAccount('seller'))
  const { storage } = (await testApp()).context
  await writeBackup(inFolder('backup.tar'), testSession, async () => storage)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function killWhen(
  { child, ended }: ReturnType<typeof run>,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  while (child.exitCode === null && !(await condition()))
    await new Promise((resolve) => setTimeout(resolve, 2))
  child.kill('SIGKILL')
  expect((await ended).code).toBe(null)
}

test('a killed backup leaves no file with its name, and the next one is complete', async () => {
  const env = { DATA_DIR: inFolder('market') }
  await cp(inject('dataDir'), env.DATA_DIR, { recursive: true })
  const file = inFolder('killed.tar')
  const hasBegun = async () => (await readdir(folder)).some((name) => name.endsWith('.partial'))
  await killWhen(run(['scripts/backup.ts', file], env), hasBegun)
  expect(existsSync(file)).toBe(false)
  expect((await command('backup', [file], env)).code).toBe(0)
  expect(others(await readdir(env.DATA_DIR))).toEqual(['database', 'photos'])
  const before = await readFile(file)
  const again = await command('backup', [file], env)
  expect([again.code, again.stderr]).toEqual([
    1,
    `${file} is there already. Add --force to replace it.\n`,
  ])
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('a killed restore leaves the existing market unchanged', async () => {
  const env = { DATA_DIR: inFolder('target') }
  await cp(inject('dataDir'), env.DATA_DIR, { recursive: true })
  const hasBegun = async () =>
    (await readdir(env.DATA_DIR)).some((name) => name.startsWith('database.draft'))
  await killWhen(run(['scripts/restore.ts', inFolder('backup.tar'), '--force'], env), hasBegun)
  const { db, close } = await openEmbedded(env.DATA_DIR)
  // The existing database has no accounts; the backup has a seller.
  expect(await db.selectFrom('accounts').select('id').execute()).toEqual([])
  await close()
  expect(others(await readdir(env.DATA_DIR))).toEqual(['database', 'photos'])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a killed restore into PostgreSQL leaves the existing data unchanged',
  async () => {
    const url = await createPostgres()
    const env = { DATA_DIR: inFolder('photos'), DATABASE_URL: url }
    const backup = inFolder('backup.tar')
    expect((await command('restore', [backup], env)).code).toBe(0)
    const before = await lookIntoPostgres(url)
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
    await client.connect()
    const name = new URL(url).pathname.slice(1)
    const isLoading = async () => {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where datname = $1 and backend_xid is not null',
        [name],
      )
      return (rowCount ?? 0) > 0
    }
    await killWhen(run(['scripts/restore.ts', backup, '--force'], env), isLoading)
    const isGone = async () => {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [
        name,
      ])
      return rowCount === 0
    }
    await expect.poll(isGone).toBe(true)
    await client.end()
    expect(await lookIntoPostgres(url)).toEqual(before)
    expect((await command('restore', [backup, '--force'], env)).code).toBe(0)
  },
)
