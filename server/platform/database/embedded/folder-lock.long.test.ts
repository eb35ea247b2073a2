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
import { acquireSystemLock, lockError } from './sqlite-file-lock.ts'

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

/** Like containers that share a volume: each sees only its own processes. */
const inNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync(inNamespace[0] ?? '', [...inNamespace.slice(1), 'true']).status === 0

/** Starts a process that locks the folder; `prefix` is the command to run it. */
function startProcess(prefix: string[] = []) {
  const [command = '', ...args] = [
    ...prefix,
    process.execPath,
    '--input-type=module',
    '--eval',
    program,
    folder,
  ]
  const child = spawn(command, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = new Promise<string>((resolve) =>
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  children.push(child)
  return { child, output }
}

const lockFile = () => path.join(folder, 'lock')
const inUseMessage = (pid: number) =>
  `DATA_DIR: ${folder} is in use by another server (process ${pid}). Stop it first, or set another DATA_DIR.`

test('a folder can be locked once, and again after the unlock', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(new StartupError(inUseMessage(process.pid)))
  await unlock()
  expect(await readdir(folder)).toEqual(['lock.sqlite'])
  await (await lockFolder(folder))()
})

test('another process is rejected while the owner runs, and takes over once it was killed', async () => {
  const first = startProcess()
  expect(await first.output).toBe('locked')
  await expect(lockFolder(folder)).rejects.toThrow(
    new StartupError(inUseMessage(first.child.pid ?? 0)),
  )
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const unlock = await lockFolder(folder)
  expect(await startProcess().output).toBe(`StartupError ${inUseMessage(process.pid)}`)
  await unlock()
})

const writeOldLock = async (pid: number, start: string) =>
  writeFile(lockFile(), JSON.stringify({ pid, start }))

test.runIf(process.platform === 'linux')(
  'a server with the old kind of lock keeps the folder while it runs',
  async () => {
    const stat = await readFile('/proc/self/stat', 'utf8')
    await writeOldLock(process.pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '')
    await expect(lockFolder(folder)).rejects.toThrow(new StartupError(inUseMessage(process.pid)))
    await writeOldLock(process.pid, '1')
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
])('a lock file with the content %o is taken over', async (text) => {
  await writeFile(lockFile(), text)
  const unlock = await lockFolder(folder)
  expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  await unlock()
})

test('of many locks at once on a stale lock exactly one succeeds', async () => {
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

test('of many processes that start at once on a stale lock exactly one succeeds', async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, start: '1' }))
  const outputs = await Promise.all(Array.from({ length: 4 }, () => startProcess().output))
  expect(outputs.filter((line) => line === 'locked')).toHaveLength(1)
  expect(outputs.filter((line) => line.startsWith('StartupError DATA_DIR: '))).toHaveLength(3)
})

test('a missing folder is an error of one line', async () => {
  await expect(lockFolder(path.join(folder, 'none'))).rejects.toThrow(
    /^DATA_DIR: can't write to .*ENOENT/,
  )
})

test.runIf(canUnshare)(
  'a process in another container keeps its lock until it is killed',
  async () => {
    const first = startProcess(inNamespace)
    expect(await first.output).toBe('locked')
    expect(await startProcess(inNamespace).output).toMatch(
      /^StartupError DATA_DIR: .* is in use by another server/,
    )
    await expect(lockFolder(folder)).rejects.toThrow(StartupError)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = startProcess(inNamespace)
    expect(await second.output).toBe('locked')
  },
)

test('a suspended process keeps its lock', async () => {
  const first = startProcess()
  expect(await first.output).toBe('locked')
  first.child.kill('SIGSTOP')
  expect(await startProcess().output).toBe(`StartupError ${inUseMessage(first.child.pid ?? 0)}`)
  first.child.kill('SIGCONT')
})

const lockOfOtherMachine = JSON.stringify({
  pid: 7,
  start: '1',
  host: 'other-host',
  machine: 'another kernel',
})
/** Sets the last heartbeat of the lock file to so many seconds ago. */
const setAge = (seconds: number) =>
  utimes(lockFile(), new Date(), new Date(Date.now() - seconds * 1000))

test('the lock of another machine is taken over only if it has no heartbeat', async () => {
  await writeFile(lockFile(), lockOfOtherMachine)
  await setAge(20)
  await expect(lockFolder(folder, { print: () => {}, sleep: () => setAge(10) })).rejects.toThrow(
    new StartupError(
      `DATA_DIR: ${folder} is in use by another server (process 7 on other-host). Stop it first, or set another DATA_DIR.`,
    ),
  )
  const printed: string[] = []
  const waits: number[] = []
  await setAge(10)
  const unlock = await lockFolder(folder, {
    print: (line) => printed.push(line),
    sleep: async (ms) => waits.push(ms),
  })
  expect(printed).toEqual([
    `DATA_DIR: ${folder} was in use on another machine just now. Waiting up to 30 seconds for it.`,
  ])
  expect(waits.length).toBeGreaterThan(1)
  expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  await unlock()
})

test('an old lock of another machine is taken over without waiting', async () => {
  await writeFile(lockFile(), lockOfOtherMachine)
  await utimes(lockFile(), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
  const printed: string[] = []
  await (await lockFolder(folder, { print: (line) => printed.push(line) }))()
  expect(printed).toEqual([])
})

/** Locks the folder with a fast heartbeat; `lost` resolves when the lock is lost. */
async function lockWithFastHeartbeat() {
  const lost = Promise.withResolvers<void>()
  const printed: string[] = []
  const unlock = await lockFolder(folder, {
    heartbeatMs: 10,
    onLost: lost.resolve,
    print: (line) => printed.push(line),
  })
  return { unlock, printed, lost: lost.promise }
}

test('an owner writes a heartbeat, and notices if another machine takes the folder', async () => {
  const { unlock, lost, printed } = await lockWithFastHeartbeat()
  const before = await readFile(lockFile(), 'utf8')
  await setAge(60)
  await expect.poll(async () => Date.now() - (await stat(lockFile())).mtimeMs).toBeLessThan(50_000)
  expect(await readFile(lockFile(), 'utf8')).toBe(before)
  // As a server takes it: a file of its own, which no heartbeat that is under way can overwrite.
  await writeFile(`${lockFile()}.new`, lockOfOtherMachine)
  await rename(`${lockFile()}.new`, lockFile())
  await lost
  await unlock()
  expect(await readFile(lockFile(), 'utf8')).toBe(lockOfOtherMachine)
  expect(printed).toEqual([])
})

test('a failing heartbeat is reported once, and once more when it works again', async () => {
  const { unlock, printed } = await lockWithFastHeartbeat()
  const text = await readFile(lockFile(), 'utf8')
  // A folder can't be opened for writing, not even by root.
  await writeFile(`${lockFile()}.saved`, text)
  await mkdir(`${lockFile()}.folder`)
  await rename(lockFile(), `${lockFile()}.moved`).then(() =>
    rename(`${lockFile()}.folder`, lockFile()),
  )
  await expect.poll(() => printed.length).toBe(1)
  await rmdir(lockFile()).then(() => rename(`${lockFile()}.saved`, lockFile()))
  await expect.poll(() => printed.length).toBe(2)
  expect(printed).toEqual([
    expect.stringMatching(
      /^DATA_DIR: can't write .*: EISDIR.* A server on another machine may take the folder after 30 seconds\.$/,
    ),
    `DATA_DIR: ${lockFile()} can be written again.`,
  ])
  await unlock()
})

test('deleting the lock file lets no second server in, and ends the first one', async () => {
  const { unlock, lost } = await lockWithFastHeartbeat()
  await rm(path.join(folder, 'lock.sqlite'))
  await lost
  if (process.platform === 'linux')
    await expect(lockFolder(folder)).rejects.toThrow(new StartupError(inUseMessage(process.pid)))
  await unlock()
})

test('a file system without locks has its own error', async () => {
  const noLocksMessage = `DATA_DIR: the file system of ${folder} takes no locks. Set a DATA_DIR on one that does, such as a local disk.`
  expect(
    [3850, 2314, 2058].map((code) => lockError(folder, code, 'disk I/O error').message),
  ).toEqual([noLocksMessage, noLocksMessage, noLocksMessage])
  expect(lockError(folder, 10, 'disk I/O error').message).toBe(
    `DATA_DIR: can't lock ${folder}: disk I/O error`,
  )
  // SQLite may report it as a lock of another process.
  const other = await acquireSystemLock(folder)
  await expect(lockFolder(folder)).rejects.toThrow(
    `DATA_DIR: ${folder} is in use by another server. Stop it first, or set another DATA_DIR. If none runs, its file system takes no locks: set a DATA_DIR on one that does.`,
  )
  other?.close()
})
