import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartFault } from './config.ts'
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

const program = `import { lockFolder } from '#server/platform/folder-lock.ts'
lockFolder(process.argv[1]).then(
  () => { console.log('locked'); setInterval(() => {}, 1000) },
  (error) => console.log(error.constructor.name + ' ' + error.message),
)`

/** Another process that takes the lock and keeps it, or says why it can't. */
function starter() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = new Promise<string>((resolve) => child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())))
  children.push(child)
  return { child, said }
}

const lockFile = () => path.join(folder, 'lock')
const taken = (pid: number) => `DATA_DIR: ${folder} is in use by another server (process ${pid}). Stop it first, or set another DATA_DIR.`

test('a folder is locked once, and again after its release', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(new StartFault(taken(process.pid)))
  await unlock()
  expect(await readdir(folder)).toEqual([])
  await (await lockFolder(folder))()
})

test('another process is refused while the first one lives, and takes over when it was killed', async () => {
  const first = starter()
  expect(await first.said).toBe('locked')
  await expect(lockFolder(folder)).rejects.toThrow(new StartFault(taken(first.child.pid ?? 0)))
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const unlock = await lockFolder(folder)
  expect(await starter().said).toBe(`StartFault ${taken(process.pid)}`)
  await unlock()
})

test.runIf(process.platform === 'linux')('the lock of a process whose id another one has now is taken over', async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: process.pid, start: '1' }))
  await (await lockFolder(folder))()
})

test.each(['', '{', '{garbage}', 'null', '[]', '{}', '{"pid":"x"}', '{"pid":-1,"start":""}', '{"pid":0.5}', '\0\0\0\0'])(
  'a lock file that holds %o is taken over',
  async (text) => {
    await writeFile(lockFile(), text)
    const unlock = await lockFolder(folder)
    expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
    await unlock()
  },
)

test('of many who start at once on a dead lock exactly one wins', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, start: '1' }))
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
    const [winner, ...others] = results.filter(({ status }) => status === 'fulfilled')
    expect([winner !== undefined, others]).toEqual([true, []])
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StartFault)
    if (winner?.status === 'fulfilled') await winner.value()
    expect(await readdir(folder)).toEqual([])
  }
})

test('so it is among processes', async () => {
  await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, start: '1' }))
  const said = await Promise.all([starter(), starter(), starter(), starter()].map((one) => one.said))
  expect(said.filter((line) => line === 'locked')).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('StartFault DATA_DIR: '))).toHaveLength(3)
})

test('a folder that is not there is a fault of one line', async () => {
  await expect(lockFolder(path.join(folder, 'none'))).rejects.toThrow(/^DATA_DIR: can't write to .*ENOENT/)
})

test.runIf(process.platform === 'linux')('a killed process that nobody has looked after yet holds no lock', async () => {
  // The shell turns into a program that never asks what became of its children.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(parent)
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  const fields = async () => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  }
  await expect.poll(async () => (await fields())[0]).toBe('Z')
  await writeFile(lockFile(), JSON.stringify({ pid, start: (await fields())[19] }))
  await (await lockFolder(folder))()
})
