// An operating system's lock on a folder. Node has no flock, but its SQLite takes such locks.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/platform/operations/config.ts'

const sqliteBusy = 5
const lockErrorCodes = [2314, 2058, 3850]
const maxAttempts = 5

/** Never deleted: otherwise two processes could lock two files of this name. */
const lockDatabase = (folder: string) => path.join(folder, 'lock.sqlite')

export const lockError = (folder: string, errcode: number, message: string): StartupError =>
  lockErrorCodes.includes(errcode)
    ? new StartupError(
        `DATA_DIR: the file system of ${folder} takes no locks. Set a DATA_DIR on one that does, such as a local disk.`,
      )
    : new StartupError(`DATA_DIR: can't lock ${folder}: ${message}`)

/** Identifies the lock's file, to notice if it is deleted or replaced; undefined without one. */
export async function systemLockIdentity(folder: string): Promise<string | undefined> {
  const stats = await stat(lockDatabase(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return stats && `${stats.dev} ${stats.ino}`
}

/**
 * The lock of an open SQLite transaction: the kernel releases it when the process ends in any way,
 * and it holds for all containers on this kernel. Undefined if another process has it.
 */
export async function acquireSystemLock(folder: string): Promise<DatabaseSync | undefined> {
  // Two processes that start at once can block each other, so both try again.
  for (let attempt = 1; ; attempt++) {
    let database: DatabaseSync | undefined
    try {
      database = new DatabaseSync(lockDatabase(folder))
      database.exec('begin exclusive')
      return database
    } catch (error) {
      database?.close()
      const { errcode = 0, message } = error as Error & { errcode?: number }
      if ((errcode & 0xff) !== sqliteBusy) throw lockError(folder, errcode, message)
      if (attempt === maxAttempts) return undefined
      await sleep(20 + Math.random() * 40)
    }
  }
}
