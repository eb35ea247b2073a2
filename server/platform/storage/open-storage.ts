import path from 'node:path'
import type { Config } from '#server/platform/operations/config.ts'
import { fileStorage } from './file-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export function openStorage(
  { storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>,
  installationId: string,
): Promise<Storage> {
  return storage ? s3Storage(storage, installationId) : fileStorage(path.join(dataDir, 'photos'))
}
