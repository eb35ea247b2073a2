import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import type { Config } from '#server/platform/operations/config.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { type Database, openPostgres } from './database.ts'
import { createStatementWatch } from './statement-watch.ts'

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'slowQueryMs'>

/** Opens the database of DATABASE_URL or DATA_DIR. Throws a StartupError. */
export function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir, slowQueryMs }: DatabaseConfig,
  log?: Log,
): Promise<Database> {
  const watch = createStatementWatch({ log, slowMs: slowQueryMs })
  return databaseUrl === undefined
    ? openEmbedded(dataDir, { watch })
    : openPostgres(databaseUrl, { directUrl: databaseDirectUrl, log, watch })
}
