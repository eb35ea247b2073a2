// A lock of the operating system's on a folder. Node has no flock of its own; SQLite, which it brings along, has.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault } from './config.ts'

const sqliteBusy = 5

/** The file that carries the operating system's lock. It stays: removed, two processes could lock two files of its name. */
const systemFile = (folder: string) => path.join(folder, 'lock.sqlite')

/**
 * Takes the lock that the operating system keeps for an open SQLite transaction: the kernel gives it back when the process
 * ends, however that ends, and it holds in every container on this kernel. Undefined where another process has it.
 */
export async function lockBySystem(folder: string): Promise<DatabaseSync | undefined> {
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
      if ((errcode & 0xff) !== sqliteBusy) throw new StartFault(`DATA_DIR: can't lock ${folder}: ${message}`)
      if (tries === 5) return undefined
      await sleep(20 + Math.random() * 40)
    }
  }
}
