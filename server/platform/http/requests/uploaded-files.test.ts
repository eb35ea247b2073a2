import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { disk } from '#server/platform/storage/file-storage.ts'
import { UploadedFiles } from './uploaded-files.ts'

async function makeFolder() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-uploads-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return { dataDir, left: () => readdir(path.join(dataDir, 'uploads')) }
}
const streamOf = (text: string) => new PassThrough().end(text)

test('a file that is still being written when its request ends is deleted too', async () => {
  const { dataDir, left } = await makeFolder()
  const files = new UploadedFiles(dataDir)
  const slow = new PassThrough()
  slow.write('the beginning')
  const written = files.write(slow)
  await expect.poll(left).toHaveLength(1)
  expect((await stat(path.join(dataDir, 'uploads'))).mode & 0o777).toBe(0o700)
  await files.remove()
  slow.end('the end')
  await written
  // The form's next file arrives after the request has ended.
  await files.write(streamOf('another'))
  expect(await left()).toEqual([])
})

test('rejects uploads when the disk is nearly full, to leave space to the database', async () => {
  const { dataDir, left } = await makeFolder()
  const { reservedBytes } = disk
  disk.reservedBytes = Number.MAX_SAFE_INTEGER
  onTestFinished(() => void Object.assign(disk, { reservedBytes }))
  const files = new UploadedFiles(dataDir)
  await expect(files.write(streamOf('a picture'))).rejects.toSatisfy(isUnavailable)
  expect(await left()).toEqual([])
})
