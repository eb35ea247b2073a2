// Kills servers with `kill -9`: during many writes, at each step of an order, and one of two
// servers.
import type { Case, Scene } from './case.ts'
import { waitForWrites, whileWriting } from './case.ts'
import type { Pair } from './market.ts'
import { createWrites } from './writers.ts'

const fewestWrites = 10

const storm = (scene: Scene): Promise<number> =>
  whileWriting(scene, async () => {
    const { market, size } = scene
    for (let kill = 0; kill < size.kills; kill++) {
      await waitForWrites(scene, fewestWrites + Math.random() * (size.writes - fewestWrites))
      await market.nodes[0].end('SIGKILL')
      await market.nodes[0].start()
    }
    return size.kills
  })

/**
 * Kills the server when a write's first piece of data is about to reach PostgreSQL, then at the
 * second piece, and so on, until the write ends before the kill. With 'back', the pieces are those
 * of PostgreSQL's responses.
 */
async function killAtEachStep(
  { market: { database, nodes }, pairs, size }: Scene,
  way: 'there' | 'back',
  write: (pair: Pair) => Promise<void>,
): Promise<number> {
  for (let [kills, step] = [0, size.stride]; ; kills++, step += size.stride) {
    let pieces = 0
    let killed: Promise<void> | undefined
    database.passes = (to) => {
      if (to !== way || ++pieces < step) return true
      killed ??= nodes[0].end('SIGKILL').then(() => {
        database.passes = () => true
        return nodes[0].start()
      })
      return false
    }
    await write(pairs[kills % pairs.length] as Pair)
    database.passes = () => true
    await killed
    if (!killed) return kills
  }
}

async function stepsOfOrder(scene: Scene): Promise<number> {
  const { order } = createWrites(scene.call, scene.record)
  return (
    (await killAtEachStep(scene, 'there', order)) + (await killAtEachStep(scene, 'back', order))
  )
}

const lostNode = (scene: Scene): Promise<number> =>
  whileWriting(scene, async () => {
    await scene.market.nodes[1].end('SIGKILL')
    await waitForWrites(scene, scene.size.writes)
    return 1
  })

export const kills: readonly Case[] = [
  { name: 'kill -9 in a storm of writes, embedded', market: 'embedded', run: storm },
  { name: 'kill -9 in a storm of writes, PostgreSQL', market: 'PostgreSQL', run: storm },
  { name: 'kill -9 at each step of an order', market: 'PostgreSQL', run: stepsOfOrder },
  { name: 'one server of two lost', market: 'PostgreSQL', nodes: 2, run: lostNode },
]
