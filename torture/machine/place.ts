// Where a case lives: a database of its own, filled by nobody else, and a folder for photos.
import { rm } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { findInstallationId } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { readConfig } from '#server/platform/operations/config.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'
import { createServer, type Server, type ServerOptions } from './server.ts'

export type Place = {
  dataDir: string
  databaseUrl: string | undefined
  /** A server on this database; `options` may send it another way there. Not started yet. */
  server: (options?: Partial<ServerOptions>) => Promise<Server>
  /** Opens the database; the embedded one only while no server has it open. */
  withDatabase: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** The rules that are broken, as `npm run verify` names them. */
  verify: () => Promise<string[]>
  close: () => Promise<void>
}

export function createPlace(dataDir: string, databaseUrl: string | undefined): Place {
  const servers: Server[] = []
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
  const withDatabase: Place['withDatabase'] = async (work) => {
    const database = await openDatabase(config)
    return work(database.db).finally(database.close)
  }
  return {
    dataDir,
    databaseUrl,
    server: async (options = {}) => {
      const server = await createServer({ dataDir, databaseUrl, ...options })
      servers.push(server)
      return server
    },
    withDatabase,
    verify: () =>
      withDatabase(async (db) => {
        const storage = await openStorage(config, await findInstallationId(db))
        const result = await verify(db, storage)
        return result.violations.length === 0 ? [] : verifyReport(result).split('\n').slice(0, -1)
      }),
    close: async () => {
      for (const server of servers) await server.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const brokenRules = (report: readonly string[]): number =>
  report.filter((line) => line.startsWith('Broken: ')).length
