// A lock of the operating system's on a folder. Node has no flock of its own; SQLite, which it brings along, has.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/platform/operations/config.ts'

const sqliteBusy = 5
/** SQLITE_IOERR_RDLOCK, SQLITE_IOERR_UNLOCK and SQLITE_IOERR_LOCK: https://www.sqlite.org/rescode.html */
const lockFaults = [2314, 2058, 3850]

/** The file that carries the operating system's lock. It stays: removed, two processes could lock two files of its name. */
const systemFile = (folder: string) => path.join(folder, 'lock.sqlite')

/** What to say of an error of SQLite's that no other process is the reason of. */
export const lockError = (folder: string, errcode: number, message: string): StartupError =>
  lockFaults.includes(errcode)
    ? new StartupError(
        `DATA_DIR: the file system of ${folder} takes no locks. Set a DATA_DIR on one that does, such as a local disk.`,
      )
    : new StartupError(`DATA_DIR: can't lock ${folder}: ${message}`)

/** Which file stands there now, as a text; undefined where there is none. Who replaces it has another lock. */
export async function systemLockIdentity(folder: string): Promise<string | undefined> {
  const found = await stat(systemFile(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found && `${found.dev} ${found.ino}`
}

/**
 * Takes the lock that the operating system keeps for an open SQLite transaction: the kernel gives it back when the process
 * ends, however that ends, and it holds in every container on this kernel. Undefined where another process has it.
 */
export async function acquireSystemLock(folder: string): Promise<DatabaseSync | undefined> {
  // Two that begin at the same moment can refuse each other: each asks again, a little later.
  for (let tries = 1; ; tries++) {
    let database: DatabaseSync | undefined
    try {
      database = new DatabaseSync(systemFile(folder))
      database.exec('begin exclusive')
      return database
    } catch (error) {
      database?.close()
      const { errcode = 0, message } = error as Error & { errcode?: number }
      if ((errcode & 0xff) !== sqliteBusy) throw lockError(folder, errcode, message)
      if (tries === 5) return undefined
      await sleep(20 + Math.random() * 40)
    }
  }
}
