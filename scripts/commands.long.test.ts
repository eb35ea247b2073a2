// Tests the commands that use the server's own database, and what a production start requires.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { knownLogins } from '#server/demo/accounts.ts'
import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import { newId } from '#server/platform/database/ids.ts'
import { killProcesses, run as runProcess } from '#server/testing-processes.ts'

// These tests start whole processes, often while other tests run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let dataDir = ''

/** Creates a data folder as `npm start` leaves it, but with only the logins of the demo market. */
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-commands-'))
  await cp(inject('dataDir'), dataDir, { recursive: true })
  const database = await openEmbedded(dataDir)
  for (const { role, email, password } of knownLogins) {
    const seller = role === 'seller' ? { seller_type: 'student' as const } : {}
    const row = {
      id: newId(),
      person_id: newId(),
      role,
      name: `Demo ${role}`,
      email,
      password_hash: await hashPassword(password),
      ...seller,
    }
    await insertAccount(database.db, row)
  }
  await database.close()
})
afterEach(killProcesses)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const run = (args: string[], env: Record<string, string> = {}) =>
  runProcess(args, { DATA_DIR: dataDir, ...env })
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://books.example.org' }
const serve = (env: Record<string, string> = {}) => run(['server/main.ts'], env)
const command = (...args: string[]) => run([`scripts/${args[0]}.ts`, ...args.slice(1)]).ended

test('production without PUBLIC_URL fails with one clear line', async () => {
  const line = 'PUBLIC_URL is required in production: links, mails and the sitemap begin with it.\n'
  expect(await serve({ NODE_ENV: 'production' }).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: line,
  })
})

test('files in a data folder that is in use are left alone', async () => {
  const first = serve()
  await first.opened
  const drafts = path.join(dataDir, 'photos/.drafts')
  await mkdir(drafts, { recursive: true })
  await writeFile(path.join(drafts, '4194305-half'), 'half')
  await utimes(path.join(drafts, '4194305-half'), new Date(0), new Date(0))
  const { code, stderr } = await serve().ended
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^DATA_DIR: .* is in use by another server.*\n$/),
  ])
  expect(await readdir(drafts)).toEqual(['4194305-half'])
  // A command can't open the database while a server uses it.
  expect((await command('admins')).stderr).toBe(stderr)
})

test('the stored data is verified by the running server, in its folder, and in a copy', async () => {
  const holds = { code: 0, stdout: expect.stringMatching(/^All \d+ rules hold\.\n$/), stderr: '' }
  const server = serve()
  await server.opened
  expect(await command('verify')).toEqual(holds)
  server.child.kill('SIGTERM')
  await server.ended
  expect(await command('verify')).toEqual(holds)
  const copy = `${dataDir}-copy`
  await cp(path.join(dataDir, 'database'), path.join(copy, 'database'), { recursive: true })
  const database = await openEmbedded(copy)
  const [{ id } = { id: '' }] = await database.db.selectFrom('accounts').select('id').execute()
  await database.db.updateTable('accounts').set({ rating_count: 7 }).where('id', '=', id).execute()
  await database.close()
  const { code, stdout } = await run(['scripts/verify.ts', '--without-files'], { DATA_DIR: copy })
    .ended
  expect([code, stdout.split('\n')]).toEqual([
    1,
    [
      'Broken: a seller has the ratings that count: the last one of each active person',
      `  ${id}  rating_sum=0  rating_count=7  sum=0  count=0`,
      expect.stringMatching(/^1 of \d+ rules are broken\.$/),
      '',
    ],
  ])
  await rm(copy, { recursive: true })
})

test('a command lists and removes admins, and says why if it can’t', async () => {
  const usage =
    'Usage: npm run admins, npm run admins -- remove EMAIL [--even-last], or npm run admins -- remove-second-factor EMAIL'
  const listed = await command('admins')
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toMatch(
    /^admin@dobara\.example {2}Demo admin {2}created \d{4}-\d\d-\d\d \d\d:\d\d {2}last session never UTC\n$/,
  )
  for (const [args, line] of [
    [['remove', 'nobody@example.org'], 'No admin has the email nobody@example.org.'],
    [
      ['remove', 'admin@dobara.example'],
      'admin@dobara.example is the last admin. Add --even-last to remove it all the same.',
    ],
    [['remove-second-factor', 'nobody@example.org'], 'No admin has the email nobody@example.org.'],
    [
      ['remove-second-factor', 'admin@dobara.example'],
      'admin@dobara.example has no second factor.',
    ],
    [['list'], usage],
  ] as const)
    expect(await command('admins', ...args)).toEqual({ code: 1, stdout: '', stderr: `${line}\n` })
  const nowhere = path.join(dataDir, 'nowhere')
  const wrong = await run(['scripts/admins.ts'], { DATA_DIR: nowhere }).ended
  expect(wrong).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR: there is no database in ${nowhere}.\n`,
  })
  expect(existsSync(nowhere)).toBe(false)
})

test('production starts only after the demo logins are removed', async () => {
  const known = await serve({
    ...production,
    ADMIN_EMAIL: 'owner@example.org',
    ADMIN_PASSWORD: 'password123',
  }).ended
  expect([known.code, known.stderr]).toEqual([
    1,
    'ADMIN_PASSWORD: everybody tries this one first. Choose another one.\n',
  ])
  const refused = await serve(production).ended
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(
    /^The demo logins still work here, .*admin@dobara\.example.*`npm run demo:remove`.*\n$/,
  )
  const removed = await command('demo-remove')
  expect(removed).toMatchObject({ code: 0, stderr: '' })
  expect(removed.stdout).toMatch(
    /^Closed: .*admin@dobara\.example.*\nBooks of demo sellers taken off the market: 0\./,
  )
  const open = serve(production)
  await open.opened
  open.child.kill('SIGTERM')
  await open.ended
  expect((await command('admins')).stdout).toBe(
    'There is no admin. Start the server with ADMIN_EMAIL and ADMIN_PASSWORD to make one.\n',
  )
})
