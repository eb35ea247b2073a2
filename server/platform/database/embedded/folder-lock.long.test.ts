import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { lockFolder } from './folder-lock.ts'

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

/** Simulates containers with a shared volume: each container sees only its own processes. */
const inNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync(inNamespace[0] ?? '', [...inNamespace.slice(1), 'true']).status === 0

/** Starts a process that locks the folder. `prefix` is put before its command. */
function startProcess(prefix: string[] = []) {
  const node = [process.execPath, '--input-type=module', '--eval', program, folder]
  const [command = '', ...args] = [...prefix, ...node]
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

const inUseMessage = () =>
  `DATA_DIR: ${folder} is in use by another server or command. Stop it first, or set another DATA_DIR.`

test('a folder can be locked once, and again after the unlock', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(new StartupError(inUseMessage()))
  unlock()
  expect(await readdir(folder)).toEqual(['lock.sqlite'])
  await lockFolder(folder).then((unlock) => unlock())
})

test('rejects another process until the owner is killed, even if suspended', async () => {
  const first = startProcess()
  expect(await first.output).toBe('locked')
  await expect(lockFolder(folder)).rejects.toThrow(new StartupError(inUseMessage()))
  first.child.kill('SIGSTOP')
  expect(await startProcess().output).toBe(`StartupError ${inUseMessage()}`)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  await lockFolder(folder).then((unlock) => unlock())
})

test('of many processes that start together, exactly one gets the folder', async () => {
  for (let round = 0; round < 10; round++) {
    const processes = Array.from({ length: 4 }, () => startProcess())
    const outputs = await Promise.all(processes.map(({ output }) => output))
    expect(outputs.sort()).toEqual([...Array(3).fill(`StartupError ${inUseMessage()}`), 'locked'])
    const ended = processes.map(({ child }) => child.exitCode === null && once(child, 'exit'))
    for (const { child } of processes) child.kill('SIGKILL')
    await Promise.all(ended)
  }
})

test('reports a missing folder in one line', async () => {
  await expect(lockFolder(path.join(folder, 'none'))).rejects.toThrow(
    /^DATA_DIR: can't lock .*none: unable to open database file\. It must be a folder that/,
  )
})

test.runIf(canUnshare)(
  'a process in another container keeps its lock until it is killed',
  async () => {
    const first = startProcess(inNamespace)
    expect(await first.output).toBe('locked')
    expect(await startProcess(inNamespace).output).toBe(`StartupError ${inUseMessage()}`)
    await expect(lockFolder(folder)).rejects.toThrow(StartupError)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(await startProcess(inNamespace).output).toBe('locked')
  },
)
