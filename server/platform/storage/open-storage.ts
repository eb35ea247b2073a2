import path from 'node:path'
import type { Config } from '#server/platform/operations/config.ts'
import { fileStorage } from './file-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the store that the configuration names, for the database with this id; one that can't be used is a StartFault. */
export function openStorage(
  { storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>,
  installation: string,
): Promise<Storage> {
  return storage ? s3Storage(storage, installation) : fileStorage(path.join(dataDir, 'photos'))
}
