import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { photoWidths } from '#contract/common/photos.ts'
import { photoFile } from '#server/photos/store.ts'
import { findInstallationId } from '#server/platform/database/database.ts'
import { makePhotos, storePhotos, testApp } from '#server/testing.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { configOf, testSession } from './testing-commands.ts'
import { startS3 } from './testing-s3.ts'

test('a backup is restored into an object store, whose other photos stay', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { storage, db } = (await testApp()).context
  const [photo] = await makePhotos(1)
  const bytes = Buffer.from(new Uint8Array(await (photo as File).arrayBuffer()))
  const [hash = ''] = await storePhotos([{ field: 'images', source: bytes } as never])
  const file = path.join(folder, 'backup.tar')
  await writeBackup(file, testSession, async () => storage)

  const { objects, url } = await startS3()
  const config = configOf({ DATA_DIR: path.join(folder, 'data'), STORAGE_URL: url })
  const files = photoWidths.map((width) => photoFile(hash, width))
  objects.set('installation', Buffer.from('0192f0c4-0000-7000-8000-000000000001'))
  for (const force of [false, true])
    await expect(restoreBackup(config, file, { force })).rejects.toThrow(
      'STORAGE_URL: the pictures in pictures belong to another database',
    )
  const installation = await findInstallationId(db)
  objects.set('installation', Buffer.from(installation))
  const other = photoFile('f'.repeat(64), 480)
  objects.set(other, Buffer.from('another photo'))
  await restoreBackup(config, file, { force: false })
  expect([...objects.keys()].sort()).toEqual([...files, other, 'installation'].sort())
  for (const name of files) expect(objects.get(name)).toEqual(await storage.read(name))
  expect(existsSync(path.join(config.dataDir, 'database'))).toBe(true)
  expect(existsSync(path.join(config.dataDir, 'photos'))).toBe(false)
})
