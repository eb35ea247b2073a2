// Keeps a second process off a folder, because PGlite itself doesn't.
import { randomUUID } from 'node:crypto'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { StartFault } from './config.ts'

/**
 * When a process began, in the kernel's own ticks, so that a reused process id isn't taken for the old process; undefined for
 * one that is gone. A killed one that its parent hasn't looked after yet (Z, X) is gone too, and holds nothing any more.
 */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    try {
      process.kill(pid, 0)
      return ''
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? '' : undefined
    }
  }
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [state = '', ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return /^[ZXx]$/.test(state) ? undefined : rest[18]
  } catch {
    return undefined
  }
}

const Owner = z.object({ pid: z.int().positive(), start: z.string() })

/** Who wrote the lock; undefined when it can't be read, as after a full disk. */
function ownerIn(text: string): z.output<typeof Owner> | undefined {
  try {
    return Owner.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Takes the folder's lock file and returns its release. A lock left by a killed process is taken over; one whose owner
 * runs is refused with a StartFault. The file appears whole by `link`, so two starters can't both win.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  const mine = `${file}.${randomUUID()}`
  try {
    await writeFile(mine, JSON.stringify({ pid: process.pid, start: await startOf(process.pid) }))
  } catch (error) {
    throw new StartFault(`DATA_DIR: can't write to ${folder}: ${(error as Error).message}`)
  }
  try {
    for (let tries = 0; tries < 20; tries++) {
      try {
        await link(mine, file)
        return () => rm(file, { force: true })
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code !== 'EEXIST') throw new StartFault(`DATA_DIR: can't lock ${folder}: ${message}`)
      }
      const text = await readFile(file, 'utf8').catch(() => '')
      const owner = ownerIn(text)
      if (owner && (await startOf(owner.pid)) === owner.start)
        throw new StartFault(
          `DATA_DIR: ${folder} is in use by another server (process ${owner.pid}). Stop it first, or set another DATA_DIR.`,
        )
      await discardStale(file, text)
    }
    throw new StartFault(`DATA_DIR: the lock ${file} could not be taken.`)
  } finally {
    await rm(mine, { force: true })
  }
}

/** Removes a dead owner's lock, unless another starter has put its own there meanwhile. */
async function discardStale(file: string, seen: string): Promise<void> {
  const guard = `${file}.takeover`
  try {
    await writeFile(guard, '', { flag: 'wx' })
  } catch {
    const age = await stat(guard).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    )
    if (age > 10_000) await rm(guard, { force: true })
    await new Promise((resolve) => setTimeout(resolve, 50))
    return
  }
  try {
    if ((await readFile(file, 'utf8').catch(() => '')) === seen) await rm(file, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}
