// What a restore has put ready takes the place of what was there, all of it or nothing: the folders
// are renamed one after the other, and whoever opens DATA_DIR next goes on where that was
// interrupted.
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const replaced = ['database', 'photos'] as const
const stagingOf = (dataDir: string) => path.join(dataDir, 'restore')
const completeMark = (dataDir: string) => path.join(stagingOf(dataDir), 'complete')

/** An empty folder for the folders to come, which nobody else can read. */
export async function createStaging(dataDir: string): Promise<string> {
  const staging = stagingOf(dataDir)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  return staging
}

/** From here on the staged folders count, even if the process is killed. */
export async function commitStaged(dataDir: string): Promise<void> {
  const mark = await open(completeMark(dataDir), 'w')
  await mark.sync().finally(() => mark.close())
  await finishStaged(dataDir)
}

/**
 * Ends what an interrupted restore has begun: what is complete is put in its place, the rest is
 * removed. The caller has locked the folder.
 */
export async function finishStaged(dataDir: string): Promise<void> {
  const staging = stagingOf(dataDir)
  if (!existsSync(staging)) return
  if (existsSync(completeMark(dataDir)))
    for (const name of replaced) {
      const staged = path.join(staging, name)
      if (!existsSync(staged)) continue
      await rm(path.join(dataDir, name), { recursive: true, force: true })
      await rename(staged, path.join(dataDir, name))
    }
  await rm(staging, { recursive: true, force: true })
}
