// Keeps a second process off a folder, because PGlite itself doesn't.
import { randomUUID } from 'node:crypto'
import { access, constants, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StartFault } from './config.ts'
import { lockBySystem } from './system-lock.ts'

/**
 * Who holds a folder, as its lock file says. `machine` is a running kernel: all containers on it share its locks, and it
 * is another one after a reboot. Servers from before there was a machine in it locked by their process alone.
 */
const Owner = z.object({
  pid: z.int().positive(),
  start: z.string(),
  host: z.string().optional(),
  machine: z.string().optional(),
})
type Owner = z.output<typeof Owner>

export type LockOptions = {
  /** How often the owner says that it lives, in milliseconds. */
  beatMs: number
  /** An owner on another machine that hasn't said so for this long is dead, in milliseconds. */
  staleMs: number
  /** Called when another process took the folder, which only happens after this one stood still for long. */
  onLost: () => void
  say: (line: string) => void
}

const usual: LockOptions = {
  beatMs: 5_000,
  staleMs: 30_000,
  onLost: () => {
    console.error('DATA_DIR: another server has taken the folder meanwhile. This one ends.')
    process.exit(1)
  },
  say: console.log,
}

/** When a process began, in the kernel's own ticks; undefined for one that is gone or only waits to be reaped. */
async function startOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state = 'X', ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return /^[ZXx]?$/.test(state) ? undefined : rest[18]
}

const machineId = async () => (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => os.hostname())).trim()

/** What the lock file says and when it was last written; undefined where there is none. */
async function readLock(file: string): Promise<{ text: string; owner: Owner | undefined; writtenMs: number } | undefined> {
  // Opened anew each time, because only then a network file system asks for the newest state.
  const handle = await open(file, 'r').catch(() => undefined)
  if (!handle) return undefined
  try {
    const text = await handle.readFile('utf8')
    return { text, owner: ownerIn(text), writtenMs: (await handle.stat()).mtimeMs }
  } finally {
    await handle.close()
  }
}

function ownerIn(text: string): Owner | undefined {
  try {
    return Owner.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function inUse(folder: string, owner: Owner | undefined): StartFault {
  const host = owner?.host === undefined || owner.host === os.hostname() ? '' : ` on ${owner.host}`
  const who = owner ? ` (process ${owner.pid}${host})` : ''
  return new StartFault(`DATA_DIR: ${folder} is in use by another server${who}. Stop it first, or set another DATA_DIR.`)
}

/**
 * Takes the folder's lock and returns its release. A StartFault where another process has it. Whatever a killed process on
 * this machine left is taken over at once. Of one on another machine, as on a network file system that may not carry locks,
 * only its signs of life tell: it is taken over when there were none for `staleMs`.
 */
export async function lockFolder(folder: string, options: Partial<LockOptions> = {}): Promise<() => Promise<void>> {
  const { beatMs, staleMs, onLost, say } = { ...usual, ...options }
  const file = path.join(folder, 'lock')
  await access(folder, constants.W_OK).catch((error: Error) => {
    throw new StartFault(`DATA_DIR: can't write to ${folder}: ${error.message}`)
  })
  const system = await lockBySystem(folder)
  if (!system) throw inUse(folder, (await readLock(file))?.owner)
  try {
    const machine = await machineId()
    const start = (await startOf(process.pid)) ?? ''
    const mine = JSON.stringify({ pid: process.pid, start, host: os.hostname(), machine, id: randomUUID() })
    const seen = await readLock(file)
    const isElsewhere = seen?.owner?.machine !== undefined && seen.owner.machine !== machine
    if (seen?.owner && (await isAlive(seen.owner))) throw inUse(folder, seen.owner)
    await writeFile(`${file}.new`, mine)
    if (isElsewhere) await awaitSilence({ folder, file, staleMs, beatMs, say })
    await rename(`${file}.new`, file)
    if (isElsewhere) {
      // Others may have waited beside this one; the last to write has it.
      await sleep(Math.min(1_000, beatMs))
      const now = await readLock(file)
      if (now?.text !== mine) throw inUse(folder, now?.owner)
    }
    const stopBeating = keepBeating(beatMs, file, mine, onLost)
    return async () => {
      await stopBeating()
      if ((await readLock(file))?.text === mine) await rm(file, { force: true })
      system.close()
    }
  } catch (error) {
    system.close()
    throw error instanceof StartFault ? error : new StartFault(`DATA_DIR: can't lock ${folder}: ${(error as Error).message}`)
  }
}

/** Whether a server that knew no lock of the system's still runs. */
const isAlive = async ({ machine, pid, start }: Owner): Promise<boolean> =>
  machine === undefined && start !== '' && (await startOf(pid)) === start

type Watch = { folder: string; file: string } & Pick<LockOptions, 'staleMs' | 'beatMs' | 'say'>

/** Waits until the owner on another machine has given no sign of life for long enough. A StartFault when it gives one. */
async function awaitSilence({ folder, file, staleMs, beatMs, say }: Watch): Promise<void> {
  const [last, draft] = [await readLock(file), await readLock(`${file}.new`)]
  if (!last || !draft) return
  // Both times are the file system's: clocks of two machines may differ.
  const silentMs = Math.max(0, draft.writtenMs - last.writtenMs)
  if (silentMs >= staleMs) return
  say(`DATA_DIR: ${folder} was in use on another machine just now. Waiting up to ${Math.ceil(staleMs / 1000)} seconds for it.`)
  const end = performance.now() + staleMs - silentMs
  while (performance.now() < end) {
    await sleep(Math.min(1_000, beatMs))
    const now = await readLock(file)
    if (!now) return
    if (now.text !== last.text || now.writtenMs !== last.writtenMs) throw inUse(folder, now.owner)
  }
}

/** Writes the lock file again and again, so that other machines see its owner live; gives what ends that. */
function keepBeating(beatMs: number, file: string, mine: string, onLost: () => void): () => Promise<void> {
  let running: Promise<void> | undefined
  async function beat() {
    // In place: it needs no room on a full disk, and never touches the file of one who took the folder.
    const handle = await open(file, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!handle) return onLost()
    try {
      if ((await handle.readFile('utf8')) !== mine) return onLost()
      await handle.write(mine, 0)
    } finally {
      await handle.close()
    }
  }
  const done = () => {
    running = undefined
  }
  const timer = setInterval(() => {
    // A disk that can't be reached for a while takes nobody's lock away.
    running ??= beat().then(done, done)
  }, beatMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
