import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { migrate } from '#server/platform/database/migrate.ts'
import { writeMarket } from './write-market.ts'

/** Opens the embedded database of a server's DATA_DIR, which may not be running. */
export const openEmbedded = (dataDir: string): Promise<PGlite> =>
  PGlite.create(path.join(dataDir, 'database'), { extensions: { pg_trgm, btree_gist } })

/** Fills the embedded database of a server that is to start in this empty folder. */
export async function fillEmbedded(dataDir: string, books: number): Promise<void> {
  const work = await mkdtemp(path.join(os.tmpdir(), 'dobara-bench-market-'))
  const pglite = await openEmbedded(dataDir)
  try {
    await migrate(async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [], { lock: false })
    for (const { table, columns, file } of await writeMarket(work, books))
      await pglite.query(`copy ${table} (${columns.join(', ')}) from '/dev/blob'`, [], {
        blob: await openAsBlob(file),
      })
    await pglite.exec('analyze')
  } finally {
    await pglite.close()
    await rm(work, { recursive: true })
  }
}
