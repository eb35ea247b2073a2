// Restores a whole backup, and checks that the market works with it.
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestAccount, testApp } from '#server/testing.ts'
import { command, run } from '#server/testing-processes.ts'
import { makeBackup, writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import {
  configOf,
  createPostgres,
  lookInto,
  lookIntoFolder,
  lookIntoPostgres,
  testSession,
} from './testing-commands.ts'
import { fillMarket, password } from './testing-market.ts'

let folder = ''
let buyer: TestAccount
const inFolder = (name: string) => path.join(folder, name)
const photosOf = async (dataDir: string) =>
  (await readdir(path.join(dataDir, 'photos'), { recursive: true })).sort()

const holds = { code: 0, stdout: expect.stringMatching(/^All \d+ rules hold\.\n$/), stderr: '' }
const restored = {
  code: 0,
  stdout: expect.stringMatching(/^Restored the backup of .*, 9 files of photos\.\n$/),
  stderr: '',
}

/** Backs up the test's market to a file, and restores it into a folder. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-drill-'))
  buyer = await fillMarket()
  const { storage } = (await testApp()).context
  await writeBackup(inFolder('first.tar'), testSession, async () => storage)
  const config = configOf({ DATA_DIR: inFolder('first') })
  await restoreBackup(config, inFolder('first.tar'), { force: false })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every row of every table is the same, and so are schema and settings', async () => {
  const { contents, schema } = await lookInto(await testSession())
  const found = await lookIntoFolder(inFolder('first'))
  expect(found.contents).toEqual(contents)
  expect(found.schema).toEqual(schema)
  const filled = Object.entries(contents).filter(([, content]) => !content.startsWith('0 rows'))
  expect(filled.map(([name]) => name)).toEqual(
    expect.arrayContaining(['accounts', 'messages', 'orders', 'exchanges', 'photos', 'problems']),
  )
})

async function logIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/buyer/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: buyer.email, password }),
  })
  return ((await answer.json()) as { token: string }).token
}

async function writeMessage(address: string, token: string, chatId: string, message: string) {
  const { status } = await fetch(`${address}/api/chats/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ chatId, message }),
  })
  return status
}

test('a running server is backed up while it answers, and the restored market works', async () => {
  const dataDir = inFolder('running')
  await cp(inFolder('first'), dataDir, { recursive: true })
  const server = run(['server/main.ts'], { DATA_DIR: dataDir, RATE_LIMIT: '0' })
  const address = await server.opened
  const token = await logIn(address)
  const { db } = (await testApp()).context
  const { id: chatId } = await db
    .selectFrom('chats')
    .select('id')
    .where('buyer_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  let written = 0
  const write = async () => {
    expect(await writeMessage(address, token, chatId, `Message ${written + 1} .`)).toBe(201)
    written++
  }
  await write()
  const before = written
  const backup = command('backup', [inFolder('second.tar')], { DATA_DIR: dataDir })
  let isDone = false
  void backup.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await write()
    // The pause lets the backup advance on a busy machine.
    await sleep(20)
  }
  expect(await backup).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Written: \d+ rows of \d+ tables, 9 files of photos\.\n$/),
    stderr: '',
  })
  expect((await stat(inFolder('second.tar'))).mode & 0o777).toBe(0o600)
  server.child.kill('SIGTERM')
  await server.ended
  expect((await readdir(dataDir)).filter((name) => !name.startsWith('lock'))).toEqual([
    'database',
    'photos',
  ])

  const target = { DATA_DIR: inFolder('second') }
  expect(await command('restore', [inFolder('second.tar')], target)).toEqual(restored)
  expect(await command('verify', [], target)).toEqual(holds)
  expect(await photosOf(inFolder('second'))).toEqual(await photosOf(dataDir))
  const second = run(['server/main.ts'], target)
  const chat = await fetch(`${await second.opened}/api/chats/${chatId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { messages } = (await chat.json()) as { messages: { message: string }[] }
  const numbers = messages.flatMap(({ message }) => /^Message (\d+) \.$/.exec(message)?.[1] ?? [])
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)))
  expect(numbers.length).toBeGreaterThanOrEqual(before)
  expect(numbers.length).toBeLessThan(written)
  expect(await logIn(await second.opened)).toEqual(expect.any(String))
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'an embedded market can be moved to PostgreSQL and back',
  async () => {
    const config = configOf({ DATA_DIR: inFolder('first') })
    await makeBackup(config, inFolder('moving.tar'), { force: false })
    const before = await lookIntoFolder(inFolder('first'))
    const url = await createPostgres()
    const there = { DATA_DIR: inFolder('moved'), DATABASE_URL: url }
    const restore = (...args: string[]) =>
      command('restore', [inFolder('moving.tar'), ...args], there)
    expect(await restore()).toEqual(restored)
    const after = await lookIntoPostgres(url)
    expect(after.contents).toEqual(before.contents)
    expect(await photosOf(inFolder('moved'))).toEqual(await photosOf(inFolder('first')))

    const moved = inFolder('moved.tar')
    expect((await command('backup', [moved], there)).code).toBe(0)
    const back = configOf({ DATA_DIR: inFolder('back') })
    await restoreBackup(back, moved, { force: false })
    expect(await lookIntoFolder(inFolder('back'))).toEqual(before)

    // Only `--force` replaces existing data, including photos.
    const { code, stderr } = await restore()
    expect([code, stderr]).toEqual([
      1,
      'DATABASE_URL: there are tables already. Name an empty database, or add --force to replace a market that is there; what is there is lost.\n',
    ])
    const other = path.join(inFolder('moved'), 'photos/ab', `ab${'0'.repeat(62)}-480.webp`)
    await cp(moved, other, { recursive: true })
    expect(await restore('--force')).toEqual(restored)
    expect(await lookIntoPostgres(url)).toEqual(after)
    expect(await command('verify', [], there)).toEqual(holds)
    expect(await photosOf(inFolder('moved'))).not.toContain(path.basename(other))
  },
)
