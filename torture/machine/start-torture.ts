// Places for cases: folders, and databases on a PostgreSQL that is started for the whole run.
import { chmodSync, mkdtempSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findPostgres, postgresMissing, startPostgres } from '#bench/machine/postgres.ts'
import { seeded } from '#server/demo/random.ts'
import type { Settings, Torture } from '#torture/torture-case.ts'
import { createPlace, type Place } from './place.ts'

export type StartedTorture = Torture & {
  version: string | undefined
  close: () => Promise<void>
}

/** `template` is a data folder to copy: making the embedded database takes seconds. */
export async function startTorture(
  settings: Settings,
  say: (line: string) => void,
  template?: string,
): Promise<StartedTorture> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dobara-torture-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  const postgres = findPostgres() === undefined ? undefined : await startPostgres(folder)
  const open = new Set<Place>()
  let places = 0
  const createDatabase = async (): Promise<string> => {
    if (!postgres) throw new Error(postgresMissing)
    const name = `place_${places}`
    await postgres.run(`create database ${name}`)
    return postgres.urlOf(name)
  }
  const withPlace: Torture['withPlace'] = async (kind, work) => {
    places++
    const dataDir = await mkdtemp(path.join(folder, 'data-'))
    if (template !== undefined && kind === 'embedded')
      await cp(template, dataDir, { recursive: true })
    const place = createPlace(dataDir, kind === 'embedded' ? undefined : await createDatabase())
    open.add(place)
    return work(place).finally(async () => {
      open.delete(place)
      await place.close()
    })
  }
  return {
    settings,
    random: seeded(settings.seed),
    say,
    withPlace,
    hasPostgres: postgres !== undefined,
    version: postgres?.version,
    close: async () => {
      for (const place of open) await place.close()
      await postgres?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
