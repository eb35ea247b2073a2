// A full disk under the embedded database and its photos: a file system in memory that something
// else fills up, and that is emptied again later.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWriters } from '#torture/client/writers.ts'
import { createPlace } from '#torture/machine/place.ts'
import { makePairs } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'
import { outcomeOf } from './storm.ts'

const megabytes = 192
const leftBytes = 256 * 1024
/** Longer than the server waits for a database that doesn't answer before it ends. */
const fullMs = 75_000
const quietMs = 3000

/** Null where this user can't mount anything. */
async function mountMemory(): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
}

async function run({ settings, random, say }: Torture): Promise<Outcome[]> {
  const disk = await mountMemory()
  if (disk === undefined) {
    say('left out: only root may mount a file system in memory')
    return []
  }
  const place = createPlace(path.join(disk, 'data'), undefined)
  try {
    const pairs = await place.withDatabase((db) => makePairs(db, settings.pairs, 60))
    const server = await place.server()
    await server.start()
    // Whatever keeps the service running starts it again when it ends by itself.
    let isOver = false
    let restarts = 0
    const kept = (async () => {
      while (!isOver) {
        await Promise.race([server.ended(), sleep(1000)])
        if (!isOver && server.pid() !== undefined)
          await server.start().catch(async () => {
            restarts++
            await sleep(2000)
          })
      }
    })()
    const writers = startWriters({ pairs, random, rate: settings.rate, port: () => server.port })
    await sleep(quietMs)
    const { bavail, bsize } = await statfs(disk)
    const ballast = path.join(disk, 'ballast')
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
    await sleep(fullMs)
    await rm(ballast)
    await writers.finish()
    isOver = true
    await kept
    await server.stop()
    const { unavailable, repeated, faults } = writers.counts
    if (unavailable + repeated === 0) faults.push('nobody noticed that the disk was full')
    const outcome = await outcomeOf(place, 'the disk full, embedded', writers, say)
    return [{ ...outcome, note: `${outcome.note}; ${server.starts()} starts, ${restarts} in vain` }]
  } finally {
    await place.close()
    execFileSync('umount', [disk], { stdio: 'ignore' })
    await rm(disk, { recursive: true, force: true })
  }
}

export const fullDisk: TortureCase = { name: 'full-disk', run }
