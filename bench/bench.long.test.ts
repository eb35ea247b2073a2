// Short forms of all cases: they work, and say what they measured. Nothing is timed.
import { existsSync, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Bench, Market } from '#bench/cases/bench-case.ts'
import { cases } from '#bench/cases/cases.ts'
import { findPostgres } from '#bench/machine/postgres.ts'
import { root, useAllCores } from '#bench/machine/processes.ts'
import { startBench } from '#bench/machine/start-bench.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'

const settings = {
  ...{ books: 100, seconds: 0.06, connections: 4, clients: 24 },
  ...{ questions: 10, pairs: 4, demo: false },
}
const missing = [
  ...(findPostgres() ? [] : ['PostgreSQL is not installed']),
  ...(existsSync(path.join(root, 'build/server')) ? [] : ['there is no build/']),
]
const title = missing.length > 0 ? `the bench (skipped: ${missing.join(', ')})` : 'the bench'

/** A database that is made and migrated already: making one takes seconds. */
async function writeEmbedded(folder: string): Promise<void> {
  const loadDataDir = await openAsBlob(inject('snapshot'))
  const pglite = await PGlite.create({
    dataDir: path.join(folder, 'database'),
    loadDataDir,
    extensions: { pg_trgm, btree_gist },
  })
  await pglite.close()
}

describe.skipIf(missing.length > 0)(title, () => {
  let started: Awaited<ReturnType<typeof startBench>>
  let bench: Bench
  let folder = ''
  let database = ''
  let stop = () => {}
  let stopped: Promise<void>

  beforeAll(async () => {
    useAllCores()
    started = await startBench({ settings, say: () => {} })
    folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-bench-test-'))
    await writeEmbedded(folder)
    // One server and one folder for all cases, because starting takes longer than most of them.
    const market = await new Promise<Market>((resolve, reject) => {
      stopped = started.withMarket(settings.books, (market) => {
        resolve(market)
        return new Promise<void>((end) => {
          stop = end
        })
      })
      stopped.catch(reject)
    })
    database = market.database
    bench = {
      ...started,
      withMarket: (_, work) => work(market),
      withFolder: (work) => work(folder),
    }
  })
  afterAll(async () => {
    stop()
    await stopped
    await started.close()
    await rm(folder, { recursive: true })
  })

  test.each(cases.map(({ name }) => name))('%s', async (name) => {
    const rows = (await cases.find((one) => one.name === name)?.run(bench)) ?? []
    expect(rows.length).toBeGreaterThan(0)
    for (const { of, figure, beside, outOf } of rows) {
      expect(figure, of).toBeGreaterThanOrEqual(0)
      if (beside) expect(beside.figure, of).toBeGreaterThan(0)
      // What must never be: also on a busy machine, because a change is late by when somebody asked
      // and got the old price, not by how long the answer took.
      if (outOf === undefined) continue
      expect(outOf, of).toBeGreaterThan(0)
      expect(figure, of).toBe(0)
    }
  })

  test('all rules hold of the filled market, also after the cases', async () => {
    const { db, close } = await openPostgres(started.postgres.urlOf(database))
    const result = await verify(db, undefined).finally(close)
    expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
  })
})
