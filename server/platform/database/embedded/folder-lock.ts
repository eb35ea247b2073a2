// Keeps a second process off a folder, because PGlite itself doesn't.
import { randomUUID } from 'node:crypto'
import { access, constants, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { lockHeartbeatMs, staleLockMs } from '#server/platform/database/policy.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { acquireSystemLock, systemLockIdentity } from './sqlite-file-lock.ts'

/**
 * The owner in the lock file. `machine` is the kernel's boot id, which all its containers share;
 * older servers wrote only the process.
 */
const Owner = z.object({
  pid: z.int().positive(),
  start: z.string(),
  host: z.string().optional(),
  machine: z.string().optional(),
})
type Owner = z.output<typeof Owner>

type LockOptions = {
  heartbeatMs: number
  staleMs: number
  /** Called if another process took the folder, after this one was suspended for long. */
  onLost: () => void
  print: (line: string) => void
  sleep: (ms: number) => Promise<unknown>
}

const defaultOptions: LockOptions = {
  heartbeatMs: lockHeartbeatMs,
  staleMs: staleLockMs,
  onLost: () => {
    console.error(
      'DATA_DIR: another server has taken the folder meanwhile, or its lock was removed. This one ends.',
    )
    process.exit(1)
  },
  print: console.log,
  sleep,
}

async function processStart(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state = 'X', ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return /^[ZXx]?$/.test(state) ? undefined : fields[18]
}

const readMachineId = async () =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => os.hostname())).trim()

type LockState = { text: string; owner: Owner | undefined; writtenMs: number }

async function readLock(file: string): Promise<LockState | undefined> {
  // Opened for each read, because only then a network file system fetches the newest state.
  const handle = await open(file, 'r').catch(() => undefined)
  if (!handle) return undefined
  try {
    const text = await handle.readFile('utf8')
    return { text, owner: parseOwner(text), writtenMs: (await handle.stat()).mtimeMs }
  } finally {
    await handle.close()
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    return Owner.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function inUseError(folder: string, owner: Owner | undefined): Promise<StartupError> {
  const host = owner?.host === undefined || owner.host === os.hostname() ? '' : ` on ${owner.host}`
  const who = owner ? ` (process ${owner.pid}${host})` : ''
  // SQLite reports a file system without locks as a lock of another process, too.
  const isOwnerKnown =
    owner && (host !== '' || owner.start === '' || (await processStart(owner.pid)) === owner.start)
  const hint = isOwnerKnown
    ? ''
    : ' If none runs, its file system takes no locks: set a DATA_DIR on one that does.'
  return new StartupError(
    `DATA_DIR: ${folder} is in use by another server${who}. Stop it first, or set another DATA_DIR.${hint}`,
  )
}

/** Whether the owner runs on this machine. Old servers have no system lock. */
const isAlive = async (owner: Owner, machine: string): Promise<boolean> =>
  (owner.machine ?? machine) === machine &&
  owner.start !== '' &&
  (await processStart(owner.pid)) === owner.start

async function writeLock(folder: string, file: string, options: LockOptions): Promise<string> {
  const machine = await readMachineId()
  const start = (await processStart(process.pid)) ?? ''
  const ownText = JSON.stringify({
    pid: process.pid,
    start,
    host: os.hostname(),
    machine,
    id: randomUUID(),
  })
  const owner = (await readLock(file))?.owner
  const isElsewhere = owner?.machine !== undefined && owner.machine !== machine
  if (owner && (await isAlive(owner, machine))) throw await inUseError(folder, owner)
  await writeFile(`${file}.new`, ownText)
  if (isElsewhere) await waitUntilStale(folder, file, options)
  await rename(`${file}.new`, file)
  if (isElsewhere) {
    // Other processes may have waited too: the last one to write has the lock.
    await options.sleep(Math.min(1_000, options.heartbeatMs))
    const current = await readLock(file)
    if (current?.text !== ownText) throw await inUseError(folder, current?.owner)
  }
  return ownText
}

/**
 * Locks a folder and returns the unlock function. Throws a StartupError if another process has it.
 * A lock left by a killed process of this machine is taken over at once. Network file systems may
 * not carry system locks, so one of another machine is taken over when its heartbeat stops.
 */
export async function lockFolder(
  folder: string,
  overrides: Partial<LockOptions> = {},
): Promise<() => Promise<void>> {
  const options = { ...defaultOptions, ...overrides }
  const file = path.join(folder, 'lock')
  await access(folder, constants.W_OK).catch((error: Error) => {
    throw new StartupError(`DATA_DIR: can't write to ${folder}: ${error.message}`)
  })
  const systemLock = await acquireSystemLock(folder)
  if (!systemLock) throw await inUseError(folder, (await readLock(file))?.owner)
  try {
    const ownText = await writeLock(folder, file, options)
    const lockIdentity = await systemLockIdentity(folder)
    const stopHeartbeat = startHeartbeat({ folder, file, ownText, lockIdentity, ...options })
    return async () => {
      await stopHeartbeat()
      if ((await readLock(file))?.text === ownText) await rm(file, { force: true })
      systemLock.close()
    }
  } catch (error) {
    systemLock.close()
    throw error instanceof StartupError
      ? error
      : new StartupError(`DATA_DIR: can't lock ${folder}: ${(error as Error).message}`)
  }
}

async function waitUntilStale(
  folder: string,
  file: string,
  { staleMs, heartbeatMs, print, sleep }: LockOptions,
): Promise<void> {
  const [lock, draft] = [await readLock(file), await readLock(`${file}.new`)]
  if (!lock || !draft) return
  // Both times are the file system's, because the clocks of two machines may differ.
  const silentMs = Math.max(0, draft.writtenMs - lock.writtenMs)
  if (silentMs >= staleMs) return
  print(
    `DATA_DIR: ${folder} was in use on another machine just now. Waiting up to ${Math.ceil(staleMs / 1000)} seconds for it.`,
  )
  const stepMs = Math.min(1_000, heartbeatMs)
  for (let leftMs = staleMs - silentMs; leftMs > 0; leftMs -= stepMs) {
    await sleep(stepMs)
    const current = await readLock(file)
    if (!current) return
    if (current.text !== lock.text || current.writtenMs !== lock.writtenMs)
      throw await inUseError(folder, current.owner)
  }
}

type HeartbeatOptions = {
  folder: string
  file: string
  ownText: string
  lockIdentity: string | undefined
} & LockOptions

function startHeartbeat({
  folder,
  file,
  ownText,
  lockIdentity,
  heartbeatMs,
  staleMs,
  onLost,
  print,
}: HeartbeatOptions): () => Promise<void> {
  let running: Promise<void> | undefined
  let isFailing = false
  async function beat() {
    if ((await systemLockIdentity(folder)) !== lockIdentity) return onLost()
    // Written in place: works on a full disk, and never overwrites another owner's file.
    const handle = await open(file, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!handle) return onLost()
    try {
      if ((await handle.readFile('utf8')) !== ownText) return onLost()
      await handle.write(ownText, 0)
    } finally {
      await handle.close()
    }
  }
  const handleResult = (error?: Error) => {
    running = undefined
    if (error && !isFailing)
      print(
        `DATA_DIR: can't write ${file}: ${error.message}. A server on another machine may take the folder after ${staleMs / 1000} seconds.`,
      )
    if (!error && isFailing) print(`DATA_DIR: ${file} can be written again.`)
    isFailing = error !== undefined
  }
  const timer = setInterval(() => {
    running ??= beat().then(() => handleResult(), handleResult)
  }, heartbeatMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
