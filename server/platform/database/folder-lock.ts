// Keeps a second process off a folder, because PGlite itself doesn't.
import { randomUUID } from 'node:crypto'
import { access, constants, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StartupError } from '#server/platform/operations/config.ts'
import { acquireSystemLock, systemLockIdentity } from './system-lock.ts'

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
  /** Waits so many milliseconds. */
  pause: (ms: number) => Promise<unknown>
}

const usual: LockOptions = {
  beatMs: 5_000,
  staleMs: 30_000,
  onLost: () => {
    console.error(
      'DATA_DIR: another server has taken the folder meanwhile, or its lock was removed. This one ends.',
    )
    process.exit(1)
  },
  say: console.log,
  pause: sleep,
}

/** When a process began, in the kernel's own ticks; undefined for one that is gone or only waits to be reaped. */
async function startOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state = 'X', ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return /^[ZXx]?$/.test(state) ? undefined : rest[18]
}

const machineId = async () =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => os.hostname())).trim()

/** What the lock file says and when it was last written; undefined where there is none. */
async function readLock(
  file: string,
): Promise<{ text: string; owner: Owner | undefined; writtenMs: number } | undefined> {
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

async function inUse(folder: string, owner: Owner | undefined): Promise<StartupError> {
  const host = owner?.host === undefined || owner.host === os.hostname() ? '' : ` on ${owner.host}`
  const who = owner ? ` (process ${owner.pid}${host})` : ''
  // SQLite says of a file system without locks too that somebody else has the lock.
  const isSeen =
    owner && (host !== '' || owner.start === '' || (await startOf(owner.pid)) === owner.start)
  const hint = isSeen
    ? ''
    : ' If none runs, its file system takes no locks: set a DATA_DIR on one that does.'
  return new StartupError(
    `DATA_DIR: ${folder} is in use by another server${who}. Stop it first, or set another DATA_DIR.${hint}`,
  )
}

/**
 * Takes the folder's lock and returns its release. A StartFault where another process has it. Whatever a killed process on
 * this machine left is taken over at once. Of one on another machine, as on a network file system that may not carry locks,
 * only its signs of life tell: it is taken over when there were none for `staleMs`.
 */
export async function lockFolder(
  folder: string,
  options: Partial<LockOptions> = {},
): Promise<() => Promise<void>> {
  const { beatMs, staleMs, onLost, say, pause } = { ...usual, ...options }
  const file = path.join(folder, 'lock')
  await access(folder, constants.W_OK).catch((error: Error) => {
    throw new StartupError(`DATA_DIR: can't write to ${folder}: ${error.message}`)
  })
  const system = await acquireSystemLock(folder)
  if (!system) throw await inUse(folder, (await readLock(file))?.owner)
  try {
    const machine = await machineId()
    const start = (await startOf(process.pid)) ?? ''
    const mine = JSON.stringify({
      pid: process.pid,
      start,
      host: os.hostname(),
      machine,
      id: randomUUID(),
    })
    const seen = await readLock(file)
    const isElsewhere = seen?.owner?.machine !== undefined && seen.owner.machine !== machine
    if (seen?.owner && (await isAlive(seen.owner, machine))) throw await inUse(folder, seen.owner)
    await writeFile(`${file}.new`, mine)
    if (isElsewhere) await awaitSilence({ folder, file, staleMs, beatMs, say, pause })
    await rename(`${file}.new`, file)
    if (isElsewhere) {
      // Others may have waited beside this one; the last to write has it.
      await pause(Math.min(1_000, beatMs))
      const now = await readLock(file)
      if (now?.text !== mine) throw await inUse(folder, now?.owner)
    }
    const stopBeating = keepBeating({
      folder,
      file,
      mine,
      locked: await systemLockIdentity(folder),
      beatMs,
      staleMs,
      onLost,
      say,
    })
    return async () => {
      await stopBeating()
      if ((await readLock(file))?.text === mine) await rm(file, { force: true })
      system.close()
    }
  } catch (error) {
    system.close()
    throw error instanceof StartupError
      ? error
      : new StartupError(`DATA_DIR: can't lock ${folder}: ${(error as Error).message}`)
  }
}

/** Whether the owner is seen to run on this machine: it knew no lock of the system's, or somebody took away the file it locked. */
const isAlive = async (owner: Owner, machine: string): Promise<boolean> =>
  (owner.machine ?? machine) === machine &&
  owner.start !== '' &&
  (await startOf(owner.pid)) === owner.start

type Watch = { folder: string; file: string } & Pick<
  LockOptions,
  'staleMs' | 'beatMs' | 'say' | 'pause'
>

/** Waits until the owner on another machine has given no sign of life for long enough. A StartFault when it gives one. */
async function awaitSilence({ folder, file, staleMs, beatMs, say, pause }: Watch): Promise<void> {
  const [last, draft] = [await readLock(file), await readLock(`${file}.new`)]
  if (!last || !draft) return
  // Both times are the file system's: clocks of two machines may differ.
  const silentMs = Math.max(0, draft.writtenMs - last.writtenMs)
  if (silentMs >= staleMs) return
  say(
    `DATA_DIR: ${folder} was in use on another machine just now. Waiting up to ${Math.ceil(staleMs / 1000)} seconds for it.`,
  )
  const step = Math.min(1_000, beatMs)
  for (let left = staleMs - silentMs; left > 0; left -= step) {
    await pause(step)
    const now = await readLock(file)
    if (!now) return
    if (now.text !== last.text || now.writtenMs !== last.writtenMs)
      throw await inUse(folder, now.owner)
  }
}

type Heart = { folder: string; file: string; mine: string; locked: string | undefined } & Omit<
  LockOptions,
  'pause'
>

/** Writes the lock file again and again, so that other machines see its owner live; gives what ends that. */
function keepBeating({
  folder,
  file,
  mine,
  locked,
  beatMs,
  staleMs,
  onLost,
  say,
}: Heart): () => Promise<void> {
  let running: Promise<void> | undefined
  let isFailing = false
  async function beat() {
    // Removed or replaced, the file that carries the system's lock keeps nobody off any more.
    if ((await systemLockIdentity(folder)) !== locked) return onLost()
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
  // A disk that can't be reached for a while takes nobody's lock away.
  const heed = (error?: Error) => {
    running = undefined
    if (error && !isFailing)
      say(
        `DATA_DIR: can't write ${file}: ${error.message}. A server on another machine may take the folder after ${staleMs / 1000} seconds.`,
      )
    if (!error && isFailing) say(`DATA_DIR: ${file} can be written again.`)
    isFailing = error !== undefined
  }
  const timer = setInterval(() => {
    running ??= beat().then(() => heed(), heed)
  }, beatMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
