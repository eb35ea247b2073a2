import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitStaged, createStaging, finishStaged } from './staged-folders.ts'

let dataDir = ''
const inside = (...parts: string[]) => path.join(dataDir, ...parts)

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-staged-'))
  for (const name of ['database', 'photos']) {
    await mkdir(inside(name))
    await writeFile(inside(name, 'old'), '')
  }
  await createStaging(dataDir)
  for (const name of ['database', 'photos']) {
    await mkdir(inside('restore', name))
    await writeFile(inside('restore', name, 'new'), '')
  }
})
afterEach(() => rm(dataDir, { recursive: true }))

const contents = async () => ({
  database: await readdir(inside('database')),
  photos: await readdir(inside('photos')),
  others: (await readdir(dataDir)).filter((name) => name !== 'database' && name !== 'photos'),
})
const replaced = { database: ['new'], photos: ['new'], others: [] }

test('staged folders replace those that are there', async () => {
  await commitStaged(dataDir)
  expect(await contents()).toEqual(replaced)
  await finishStaged(dataDir)
  expect(await contents()).toEqual(replaced)
})

test('what isn’t complete is removed, and nothing else', async () => {
  await finishStaged(dataDir)
  expect(await contents()).toEqual({ database: ['old'], photos: ['old'], others: [] })
})

test('a folder that isn’t staged stays', async () => {
  await rm(inside('restore/photos'), { recursive: true })
  await commitStaged(dataDir)
  expect(await contents()).toEqual({ database: ['new'], photos: ['old'], others: [] })
})

const removeOld = (name: string) => rm(inside(name), { recursive: true })
const move = (name: string) => rename(inside('restore', name), inside(name))

test.each([0, 1, 2, 3, 4, 5])('after a kill behind step %i all of it is replaced', async (done) => {
  const mark = inside('restore/complete')
  const steps = [
    () => writeFile(mark, ''),
    () => removeOld('database'),
    () => move('database'),
    () => removeOld('photos'),
    () => move('photos'),
  ]
  for (const step of steps.slice(0, done)) await step()
  await finishStaged(dataDir)
  expect(await contents()).toEqual(
    done === 0 ? { database: ['old'], photos: ['old'], others: [] } : replaced,
  )
  expect(existsSync(inside('restore'))).toBe(false)
  expect(await readFile(inside('database', done === 0 ? 'old' : 'new'), 'utf8')).toBe('')
})
