// The type of a case, and a function that lets people write while a case breaks something.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaseRecord } from './acknowledged.ts'
import type { Market, MarketKind, Pair } from './market.ts'
import { type Call, createWrites } from './writers.ts'

/** The size of the runs that docs/reliability.md reports. */
export const standardSize = {
  pairs: 100,
  writesPerSecond: 50,
  kills: 20,
  outages: 3,
  /** The most acknowledged writes between two kills. */
  writes: 120,
  outageMs: 5000,
  /** Longer than the server waits for a database that doesn't respond. */
  fullDiskMs: 75_000,
  /** Kills the server at each nth step. */
  stride: 1,
  buyers: 200,
  rounds: 50,
  messages: 10_000,
}
export type Size = typeof standardSize

export type Scene = { market: Market; size: Size; pairs: Pair[]; call: Call; record: CaseRecord }

export type Case = {
  name: string
  market: MarketKind
  nodes?: 2
  onSmallDisk?: true
  /** Breaks something, and returns how often. */
  run: (scene: Scene) => Promise<number>
}

const patienceMs = 180_000

export async function waitForWrites({ record }: Scene, count: number): Promise<void> {
  const target = record.acknowledged.length + count
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(5))
    if (record.acknowledged.length >= target) return
  record.problems.push(`fewer than ${count} writes were acknowledged in three minutes`)
}

/** Lets people write before, during and after the breakage. Returns the number of breakages. */
export async function whileWriting(scene: Scene, breakIt: () => Promise<number>): Promise<number> {
  const { call, record, pairs, size } = scene
  const { message, order, offer } = createWrites(call, record)
  const choices = [message, message, message, order, offer]
  let isDone = false
  const writers = pairs.map(async (pair) => {
    while (!isDone) {
      await sleep((Math.random() * 2000 * pairs.length) / size.writesPerSecond)
      await choices[Math.floor(Math.random() * choices.length)]?.(pair)
    }
  })
  const written = Promise.all(writers)
  // `written` is awaited below. If no handler were set until then, an early rejection would end the
  // process.
  written.catch(() => {})
  await waitForWrites(scene, size.writes / 2)
  const times = await breakIt()
  await waitForWrites(scene, size.writes / 2)
  isDone = true
  await written
  return times
}
