import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { lockFolder } from './folder-lock.ts'
import { acquireSystemLock, lockError } from './system-lock.ts'

let folder = ''
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const program = `import { lockFolder } from './folder-lock.ts'
lockFolder(process.argv[1]).then(
  () => { console.log('locked'); setInterval(() => {}, 1000) },
  (error) => console.log(error.constructor.name + ' ' + error.message),
)`

/** As containers on one volume are: each sees its own processes only. */
const inNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync(inNamespace[0] ?? '', [...inNamespace.slice(1), 'true']).status === 0

/** Another process that takes the lock and keeps it, or says why it can't; `prefix` is the command that runs it. */
function starter(prefix: string[] = []) {
  const [command = '', ...args] = [
    ...prefix,
    process.execPath,
    '--input-type=module',
    '--eval',
    program,
    folder,
  ]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = new Promise<string>((resolve) =>
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  children.push(child)
  return { child, said }
}

const lockFile = () => path.join(folder, 'lock')
const taken = (pid: number) =>
  `DATA_DIR: ${folder} is in use by another server (process ${pid}). Stop it first, or set another DATA_DIR.`

test('a folder is locked once, and again after its release', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(new StartupError(taken(process.pid)))
  await unlock()
  expect(await readdir(folder)).toEqual(['lock.sqlite'])
  await (await lockFolder(folder))()
})

test('another process is refused while the first one lives, and takes over when it was killed', async () => {
  const first = starter()
  expect(await first.said).toBe('locked')
  await expect(lockFolder(folder)).rejects.toThrow(new StartupError(taken(first.child.pid ?? 0)))
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const unlock = await lockFolder(folder)
  expect(await starter().said).toBe(`StartFault ${taken(process.pid)}`)
  await unlock()
})

const legacy = async (pid: number, start: string) =>
  writeFile(lockFile(), JSON.stringify({ pid, start }))

test.runIf(process.platform === 'linux')(
  'a server from before this lock keeps the folder while it runs',
  async () => {
    const stat = await readFile('/proc/self/stat', 'utf8')
    await legacy(process.pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '')
    await expect(lockFolder(folder)).rejects.toThrow(new StartupError(taken(process.pid)))
    await legacy(process.pid, '1')
    await (await lockFolder(folder))()
  },
)

test.each([
  '',
  '{',
  '{garbage}',
  'null',
  '[]',
  '{}',
  '{"pid":"x"}',
  '{"pid":-1,"start":""}',
  '{"pid":0.5}',
  '\0\0\0\0',
])('a lock file that holds %o is taken over', async (text) => {
  await writeFile(lockFile(), text)
  const unlock = await lockFolder(folder)
  expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  await unlock()
})

test('of many who start at once on a dead lock exactly one wins', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, start: '1' }))
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
    const [winner, ...others] = results.filter(({ status }) => status === 'fulfilled')
    expect([winner !== undefined, others]).toEqual([true, []])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StartupError)
    if (winner?.status === 'fulfilled') await winner.value()
    expect(await readdir(folder)).toEqual(['lock.sqlite'])
  }
})

test('so it is among processes', async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, start: '1' }))
  const said = await Promise.all(
    [starter(), starter(), starter(), starter()].map((one) => one.said),
  )
  expect(said.filter((line) => line === 'locked')).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('StartFault DATA_DIR: '))).toHaveLength(3)
})

test('a folder that is not there is a fault of one line', async () => {
  await expect(lockFolder(path.join(folder, 'none'))).rejects.toThrow(
    /^DATA_DIR: can't write to .*ENOENT/,
  )
})

test.runIf(canUnshare)(
  'a process that the second one cannot see keeps its lock, and loses it when it is killed',
  async () => {
    const first = starter(inNamespace)
    expect(await first.said).toBe('locked')
    expect(await starter(inNamespace).said).toMatch(
      /^StartFault DATA_DIR: .* is in use by another server/,
    )
    await expect(lockFolder(folder)).rejects.toThrow(StartupError)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = starter(inNamespace)
    expect(await second.said).toBe('locked')
  },
)

test('a process that is stopped keeps its lock', async () => {
  const first = starter()
  expect(await first.said).toBe('locked')
  first.child.kill('SIGSTOP')
  expect(await starter().said).toBe(`StartFault ${taken(first.child.pid ?? 0)}`)
  first.child.kill('SIGCONT')
})

const elsewhere = JSON.stringify({
  pid: 7,
  start: '1',
  host: 'other-host',
  machine: 'another kernel',
})
/** Gives the lock file's owner a last sign of life so many seconds ago. */
const age = (seconds: number) =>
  utimes(lockFile(), new Date(), new Date(Date.now() - seconds * 1000))

test('the lock of another machine is refused while it gives signs of life, and taken over when it gives none', async () => {
  await writeFile(lockFile(), elsewhere)
  await age(20)
  await expect(lockFolder(folder, { say: () => {}, pause: () => age(10) })).rejects.toThrow(
    new StartupError(
      `DATA_DIR: ${folder} is in use by another server (process 7 on other-host). Stop it first, or set another DATA_DIR.`,
    ),
  )
  const said: string[] = []
  const pauses: number[] = []
  await age(10)
  const unlock = await lockFolder(folder, {
    say: (line) => said.push(line),
    pause: async (ms) => pauses.push(ms),
  })
  expect(said).toEqual([
    `DATA_DIR: ${folder} was in use on another machine just now. Waiting up to 30 seconds for it.`,
  ])
  expect(pauses.length).toBeGreaterThan(1)
  expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  await unlock()
})

test('what another machine left long ago is taken over without waiting', async () => {
  await writeFile(lockFile(), elsewhere)
  await utimes(lockFile(), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
  const said: string[] = []
  await (await lockFolder(folder, { say: (line) => said.push(line) }))()
  expect(said).toEqual([])
})

/** Takes the lock, with beats that follow each other; gives what was said, and when it was lost. */
async function beating() {
  const lost = Promise.withResolvers<void>()
  const said: string[] = []
  const unlock = await lockFolder(folder, {
    beatMs: 10,
    onLost: lost.resolve,
    say: (line) => said.push(line),
  })
  return { unlock, said, lost: lost.promise }
}
const eventually = { timeout: 60_000 }

test('an owner gives signs of life, and is told when its folder is taken on another machine', async () => {
  const { unlock, lost, said } = await beating()
  const before = await readFile(lockFile(), 'utf8')
  await age(60)
  await expect
    .poll(async () => Date.now() - (await stat(lockFile())).mtimeMs, eventually)
    .toBeLessThan(50_000)
  expect(await readFile(lockFile(), 'utf8')).toBe(before)
  await writeFile(lockFile(), elsewhere)
  await lost
  await unlock()
  expect(said).toEqual([])
})

test('a sign of life that fails is told once, and when it comes again', async () => {
  const { unlock, said } = await beating()
  const mine = await readFile(lockFile(), 'utf8')
  // What can't be opened for writing, by nobody.
  await writeFile(`${lockFile()}.kept`, mine)
  await mkdir(`${lockFile()}.other`)
  await rename(lockFile(), `${lockFile()}.mine`).then(() =>
    rename(`${lockFile()}.other`, lockFile()),
  )
  await expect.poll(() => said.length, eventually).toBe(1)
  await rmdir(lockFile()).then(() => rename(`${lockFile()}.kept`, lockFile()))
  await expect.poll(() => said.length, eventually).toBe(2)
  expect(said).toEqual([
    expect.stringMatching(
      /^DATA_DIR: can't write .*: EISDIR.* A server on another machine may take the folder after 30 seconds\.$/,
    ),
    `DATA_DIR: ${lockFile()} can be written again.`,
  ])
  await unlock()
})

test('whoever removes the file that carries the lock lets no second server in, and the first one ends', async () => {
  const { unlock, lost } = await beating()
  await rm(path.join(folder, 'lock.sqlite'))
  await lost
  if (process.platform === 'linux')
    await expect(lockFolder(folder)).rejects.toThrow(new StartupError(taken(process.pid)))
  await unlock()
})

test('a file system without locks is named as what it is', async () => {
  const without = `DATA_DIR: the file system of ${folder} takes no locks. Set a DATA_DIR on one that does, such as a local disk.`
  expect(
    [3850, 2314, 2058].map((code) => lockError(folder, code, 'disk I/O error').message),
  ).toEqual([without, without, without])
  expect(lockError(folder, 10, 'disk I/O error').message).toBe(
    `DATA_DIR: can't lock ${folder}: disk I/O error`,
  )
  // To SQLite it can look as if somebody else had the lock.
  const other = await acquireSystemLock(folder)
  await expect(lockFolder(folder)).rejects.toThrow(
    `DATA_DIR: ${folder} is in use by another server. Stop it first, or set another DATA_DIR. If none runs, its file system takes no locks: set a DATA_DIR on one that does.`,
  )
  other?.close()
})
