// Before the tests: one migrated PGlite, dumped to a file from which each worker makes its own in a
// moment.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPGlite } from '#server/platform/database/pglite.ts'

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-snapshot-'))
  const pglite = await openPGlite({ dataDir: 'memory://' })
  await migrate(async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [], { lock: false })
  const file = path.join(folder, 'snapshot.tar')
  await writeFile(file, await pglite.dump())
  await pglite.close()
  project.provide('snapshot', file)
  return () => rm(folder, { recursive: true, force: true })
}
