// Locks a folder against other processes, because PGlite doesn't. The lock is the operating
// system's: it works across all containers on the same kernel, and always ends with its process.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '#server/platform/operations/config.ts'

const sqliteBusy = 5
/** Two processes that start together can block each other, so SQLite retries for this long. */
const timeout = 300

/**
 * Locks a folder and returns the function that unlocks it. Node has no flock, but an open
 * transaction of its SQLite holds such a lock. Throws a StartupError if another process holds the
 * lock.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  let database: DatabaseSync | undefined
  try {
    // The file is never deleted, because two processes could then lock different files with its
    // name.
    database = new DatabaseSync(path.join(folder, 'lock.sqlite'), { timeout })
    database.exec('begin exclusive')
    const { close } = database
    return close.bind(database)
  } catch (error) {
    database?.close()
    const { errcode = 0, message } = error as Error & { errcode?: number }
    throw new StartupError(
      (errcode & 0xff) === sqliteBusy
        ? `DATA_DIR: ${folder} is in use by another server or command. Stop it first, or set another DATA_DIR.`
        : `DATA_DIR: can't lock ${folder}: ${message}. It must be a folder that this user can write, on a file system that takes locks, such as a local disk.`,
    )
  }
}
