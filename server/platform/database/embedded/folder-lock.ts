// Locks a folder against other processes, because PGlite doesn't. The lock is the operating
// system's: it works across all containers on the same kernel, and always ends with its process.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/platform/operations/config.ts'

const sqliteBusy = 5
const maxAttempts = 5

/**
 * Locks a folder and returns the function that unlocks it. Node has no flock, but an open
 * transaction of its SQLite holds such a lock. Throws a StartupError if another process holds the
 * lock.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  // Two processes that start together can block each other, so both retry.
  for (let attempt = 1; ; attempt++) {
    let database: DatabaseSync | undefined
    try {
      // The file is never deleted, because two processes could then lock different files with its
      // name.
      database = new DatabaseSync(path.join(folder, 'lock.sqlite'))
      database.exec('begin exclusive')
      const { close } = database
      return close.bind(database)
    } catch (error) {
      database?.close()
      const { errcode = 0, message } = error as Error & { errcode?: number }
      if ((errcode & 0xff) !== sqliteBusy)
        throw new StartupError(
          `DATA_DIR: can't lock ${folder}: ${message}. It must be a folder that this user can write, on a file system that takes locks, such as a local disk.`,
        )
      if (attempt === maxAttempts)
        throw new StartupError(
          `DATA_DIR: ${folder} is in use by another server or command. Stop it first, or set another DATA_DIR.`,
        )
      await sleep(20 + Math.random() * 40)
    }
  }
}
