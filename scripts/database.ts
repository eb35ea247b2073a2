// What commands on the server's own database share.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { openDatabase } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readConfig, StartupError } from '#server/platform/operations/config.ts'

/**
 * Runs `work` on the database that DATABASE_URL or DATA_DIR names; the embedded one only while no
 * server has it open. A StartupError becomes one line and exit status 1.
 */
export async function onDatabase(work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  try {
    const { DATA_DIR, DATABASE_URL } = process.env
    const config = readConfig({ DATA_DIR, DATABASE_URL })
    // A command never makes a database: where there is none, the folder is the wrong one.
    if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'database')))
      throw new StartupError(`DATA_DIR: there is no database in ${config.dataDir}.`)
    const database = await openDatabase(config)
    await work(database.db).finally(database.close)
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
}
