// Runs all cases for a short time, and checks that each returns figures.
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cases } from './cases.ts'
import { findPostgres } from './machine/postgres.ts'
import { root } from './machine/processes.ts'
import { type Bench, startBench } from './market.ts'

const missing = [
  ...(findPostgres() ? [] : ['PostgreSQL is not installed']),
  ...(existsSync(path.join(root, 'build/server')) ? [] : ['there is no build/']),
]

describe.skipIf(missing.length > 0)(`the bench ${missing.join(', ')}`, () => {
  let started: Bench
  let bench: Bench
  beforeAll(async () => {
    started = await startBench(
      {
        runs: 0,
        seconds: 0.05,
        connections: 4,
        clients: 20,
        demo: false,
        books: { usual: 400, few: 400, many: 400 },
      },
      [{ name: 'Dobara', folder: root }],
    )
    // Copies a prepared database, because creating an embedded one takes seconds.
    const makeFolder = async () => {
      const folder = await started.makeFolder()
      await cp(inject('dataDir'), folder, { recursive: true })
      return folder
    }
    bench = { ...started, makeFolder }
  })
  afterAll(() => started.close())

  test.each(Object.entries(cases))('%s', async (_, run) => {
    const rows = await run(bench)
    expect(rows.some(({ side }) => side === 'Dobara')).toBe(true)
    for (const { what, side, figures } of rows)
      for (const [name, figure] of Object.entries(figures))
        expect(figure, `${what}, ${side}: ${name}`).toBeGreaterThanOrEqual(0)
  })
})
