import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { pgliteDatabase } from '#server/platform/database/database.ts'
import { openEmbedded } from '#server/platform/database/embedded/open-embedded.ts'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { newId } from '#server/platform/database/ids.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { fileStorage } from '#server/platform/storage/file-storage.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import type { Session } from './tables.ts'
import { configOf } from './testing-commands.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')

test('an older backup is restored unchanged, and then migrated', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-older-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const older = path.join(folder, 'migrations')
  await mkdir(older)
  for (const file of (await readdir(migrations)).sort().slice(0, -1))
    await copyFile(path.join(migrations, file), path.join(older, file))
  const snapshot = new Blob([await readFile(inject('emptySnapshot'))])
  const pglite = await openPGlite({ snapshot })
  const exec = async (text: string) => (await pglite.exec(text)).at(-1)?.rows ?? []
  await migrate(exec, pathToFileURL(`${older}/`))
  const id = newId()
  await exec(`insert into accounts (id, person_id, role, name, email, password_hash)
    values ('${id}', '${id}', 'buyer', 'Asha', 'asha@example.org', 'hash')`)
  const session: Session = { run: exec as Session['run'], close: pglite.close }
  const file = path.join(folder, 'older.tar')
  await writeBackup(
    file,
    async () => session,
    () => fileStorage(path.join(folder, 'photos')),
  )

  const dataDir = path.join(folder, 'restored')
  await restoreBackup(configOf({ DATA_DIR: dataDir }), file, { force: false })
  const restored = await openPGlite({ dataDir: path.join(dataDir, 'database') })
  const { db } = pgliteDatabase(restored)
  expect(await db.selectFrom('accounts').select(['id', 'name']).execute()).toEqual([
    { id, name: 'Asha' },
  ])
  const { rows } = await restored.query<{ name: string }>('select name from migrations order by 1')
  expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
  expect(await db.selectFrom('market_factors').select('day').execute()).toEqual([])
  await restored.close()
  await (await openEmbedded(dataDir)).close()
})
