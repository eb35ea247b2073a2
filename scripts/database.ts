// Shared by the commands that work on the server's own database.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { type Config, readConfig, StartupError } from '#server/platform/operations/config.ts'
import { runControlCommand } from '#server/platform/operations/control-socket.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'

/**
 * Runs a command. Prints expected errors (of a folder, the network or the configuration) as one
 * line, and exits with status 1.
 */
async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    const { DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL, STORAGE_URL } = process.env
    await work(readConfig({ DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL, STORAGE_URL }))
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException
    const isExpected =
      error instanceof StartupError || error instanceof UnavailableError || syscall !== undefined
    console.error(isExpected ? message : error)
    process.exitCode = 1
  }
}

async function openAndRun(
  config: Config,
  work: (db: Kysely<Tables>, config: Config) => Promise<void>,
): Promise<void> {
  // A command never creates a database, so if there is none, the folder must be wrong.
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'database')))
    throw new StartupError(`DATA_DIR: there is no database in ${config.dataDir}.`)
  const database = await openDatabase(config)
  await work(database.db, config).finally(database.close)
}

/**
 * Runs `work` on the database in DATABASE_URL or DATA_DIR. An embedded database can be opened only
 * while no server uses it.
 */
export const onDatabase = (
  work: (db: Kysely<Tables>, config: Config) => Promise<void>,
): Promise<void> => runCommand((config) => openAndRun(config, work))

/**
 * If a server uses the embedded database, asks that server to do the work. Otherwise like
 * `onDatabase`.
 */
export const onServerOrDatabase = <T>(
  command: { name: string; onResult: (result: T) => void },
  work: (db: Kysely<Tables>, config: Config) => Promise<T>,
): Promise<void> =>
  runCommand(async (config) => {
    const { name, onResult } = command
    const result =
      config.databaseUrl === undefined
        ? await runControlCommand<T>(config.dataDir, name)
        : undefined
    if (result !== undefined) return onResult(result)
    await openAndRun(config, async (db) => onResult(await work(db, config)))
  })

export async function runFileCommand(
  name: string,
  work: (config: Config, file: string, options: { force: boolean }) => Promise<void>,
): Promise<void> {
  const { values, positionals } = parseArguments()
  const [file, ...more] = positionals
  if (file !== undefined && more.length === 0)
    return runCommand((config) => work(config, file, { force: values.force ?? false }))
  console.error(`Usage: npm run ${name} -- FILE [--force]`)
  process.exitCode = 1
}

function parseArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } })
  } catch {
    return { values: {}, positionals: [] }
  }
}
