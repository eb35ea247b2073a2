// All cases in their smallest form; `npm run chaos` is the long one.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { cases, runCases } from './cases.ts'
import { findPostgres, root } from './processes.ts'

vi.setConfig({ testTimeout: 600_000 })

const size = {
  ...{ pairs: 6, rate: 100, kills: 1, outages: 1, writes: 20, brokenMs: 300, fullDiskMs: 300 },
  ...{ stride: 20, buyers: 20, rounds: 1, messages: 100 },
}
const isBuilt = existsSync(path.join(root, 'build/server'))
const possible = cases.filter(({ market }) => market === 'embedded' || findPostgres())

const t0 = performance.now()
test.runIf(isBuilt)('nothing is lost, and nothing is there twice', async () => {
  for await (const row of runCases(possible, size, inject('dataDir'))) {
    console.log(Math.round(performance.now() - t0), JSON.stringify(row))
    expect(row).toMatchObject({ lost: 0, doubled: 0, problems: [] })
    expect(row.done).toBeGreaterThan(0)
  }
})
