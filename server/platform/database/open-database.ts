import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import type { Config } from '#server/platform/operations/config.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { type Database, openPostgres } from './database.ts'

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

/** Opens the database of DATABASE_URL or, if that isn't set, of DATA_DIR. Throws a StartupError. */
export const openDatabase = (
  { databaseUrl, databaseDirectUrl: directUrl, dataDir }: DatabaseConfig,
  log?: Log,
): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir) : openPostgres(databaseUrl, { directUrl, log })
