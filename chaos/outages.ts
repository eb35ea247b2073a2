// PostgreSQL is down or out of connections, the disk is full, or the network is bad.
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Case, type Scene, waitForWrites, whileWriting } from './case.ts'

const postgresGone = (scene: Scene): Promise<number> =>
  whileWriting(scene, async () => {
    const { market, size, record } = scene
    for (let outage = 0; outage < size.outages; outage++) {
      await market.postgres?.end('SIGQUIT')
      await sleep(size.outageMs)
      await market.postgres?.start()
      await waitForWrites(scene, size.writes / 2)
    }
    return record.unanswered
  })

const connectionsUsedUp = (scene: Scene): Promise<number> =>
  whileWriting(scene, async () => {
    const { market, size, record } = scene
    const taken: pg.Client[] = []
    const take = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: market.postgres?.url })
      client.on('error', () => {})
      const isTaken = await client.connect().then(
        () => true,
        () => false,
      )
      if (isTaken) taken.push(client)
      return isTaken
    }
    market.database.cut()
    // PostgreSQL frees the cut connections with a short delay.
    for (let refusals = 0; refusals < 10; ) {
      if (await take()) continue
      refusals++
      await sleep(20)
    }
    market.database.restore()
    await sleep(size.outageMs)
    await Promise.all(taken.map((client) => client.end()))
    await waitForWrites(scene, size.writes / 2)
    return record.unanswered
  })

const diskFull = (scene: Scene): Promise<number> =>
  whileWriting(scene, async () => {
    const { market, size, record } = scene
    const ballast = path.join(market.folder, 'ballast')
    const { bavail, bsize } = await statfs(market.folder)
    await writeFile(ballast, Buffer.alloc((bavail + 1) * bsize)).catch(() => {})
    // At first, the database can still write to space that it has reserved.
    for (let waited = 0; record.unanswered === 0 && waited < 600; waited++) await sleep(100)
    await sleep(size.fullDiskMs)
    await rm(ballast)
    return record.unanswered
  })

const networkCut = (scene: Scene): Promise<number> =>
  whileWriting(scene, async () => {
    const { network } = scene.market
    for (let cut = 0; cut < scene.size.kills; cut++) {
      await waitForWrites(scene, scene.size.writes / 4)
      const before = network.broken
      network.cut()
      do await sleep(50 + Math.random() * 450)
      while (network.broken === before)
      network.restore()
    }
    return network.broken
  })

const badNetwork =
  (fault: 'doubles' | 'losesAnswers') =>
  (scene: Scene): Promise<number> =>
    whileWriting(scene, async () => {
      const { network } = scene.market
      network[fault] = true
      await waitForWrites(scene, scene.size.writes * 4)
      network[fault] = false
      return network.broken
    })

export const outages: readonly Case[] = [
  { name: 'PostgreSQL gone and back', market: 'PostgreSQL', run: postgresGone },
  { name: 'PostgreSQL’s connections used up', market: 'PostgreSQL', run: connectionsUsedUp },
  { name: 'disk full, embedded', market: 'embedded', onSmallDisk: true, run: diskFull },
  { name: 'network cut', market: 'PostgreSQL', run: networkCut },
  { name: 'requests arrive twice', market: 'PostgreSQL', run: badNetwork('doubles') },
  { name: 'answers lost after the commit', market: 'PostgreSQL', run: badNetwork('losesAnswers') },
]
